/** A scan as a listener of its event stream sees it: its end arrives once in a connection, and nothing after it. */
import type { scanProgress } from '@plumbline/server/scan-progress'
import { listen } from '@plumbline/sse/client'
import type { Requests } from './requests.ts'

export interface ScanListener {
  /** Resolves when the end has arrived. */
  readonly ended: Promise<void>
  /** Connections after the first one. */
  reconnects(): number
  close(): void
}

/** Follows a scan over all reconnects. `miss` gets a sentence about each event that must not be. */
export function listenToScan(
  { base, authorization }: Requests,
  scan: string,
  miss: (what: string) => void,
): ScanListener {
  let reconnects = 0
  let ends = 0
  const ended = Promise.withResolvers<void>()
  const listener = listen<typeof scanProgress>({
    url: `${base}/scans/${scan}/event-stream`,
    authorization: () => authorization,
    onGap() {
      reconnects += 1
      ends = 0
    },
    on: {
      'scan.progress'({ checked, total }) {
        if (checked > total) miss(`progress is ${checked} of ${total}`)
        if (ends > 0) miss('progress arrived after the end')
      },
      'scan.end'({ scan_id }) {
        ends += 1
        if (scan_id !== scan) miss(`the end of scan ${scan_id} arrived`)
        if (ends > 1) miss('the end arrived twice')
        ended.resolve()
      },
      'scan.error'({ code, detail }) {
        miss(`the scan failed: ${code}, ${detail}`)
        ended.resolve()
      },
    },
    onStop({ status, detail }) {
      miss(`it stopped with ${status}: ${detail}`)
      ended.resolve()
    },
    onError: (error) => miss(String(error)),
  })
  return { ended: ended.promise, reconnects: () => reconnects, close: listener.close }
}
