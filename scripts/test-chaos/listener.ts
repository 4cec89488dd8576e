/**
 * A scan as a listener of its event stream sees it. A connection begins with the present state and continues with all
 * events since its subscription, so that an end between the two arrives twice, and progress may follow it.
 */
import type { scanProgress } from '@plumbline/server/scan-progress'
import { listen } from '@plumbline/sse/client'
import type { Requests } from './requests.ts'

export interface ScanListener {
  /** Resolves when the end has arrived. */
  readonly ended: Promise<void>
  /** Connections after the first one. */
  reconnects(): number
  /** Events that arrived after the end in the same connection. */
  repeats(): number
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
  let repeats = 0
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
        if (ends > 0) repeats += 1
      },
      'scan.end'({ scan_id }) {
        ends += 1
        if (scan_id !== scan) miss(`the end of scan ${scan_id} arrived`)
        if (ends > 1) repeats += 1
        if (ends > 2) miss('the end arrived three times in a connection')
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
  return {
    ended: ended.promise,
    reconnects: () => reconnects,
    repeats: () => repeats,
    close: listener.close,
  }
}
