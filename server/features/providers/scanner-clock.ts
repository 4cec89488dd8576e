import type { Clock as ScannerClock } from '@plumbline/scanner/kit'
import type { Clock } from '@plumbline/sse'

/** The clock of the server as the scanner takes one: with a sleep that a signal ends. */
export const scannerClock = ({ now, after }: Clock): ScannerClock => ({
  now,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = (): void => {
        cancel()
        reject(signal.reason)
      }
      const cancel = after(ms, () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
      signal.addEventListener('abort', stop, { once: true })
    }),
})
