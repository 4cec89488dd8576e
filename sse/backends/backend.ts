// What carries events between processes. Delivery is at most once; what is lost is reported.

export type BackendState = 'up' | 'down' | 'resumed'

export type EventBackend = {
  /** Returns at once and never throws for want of a connection. */
  readonly publish: (topic: string, message: Buffer) => void
  /** Resolves on the acknowledgement. While the backend is unavailable it stays pending. */
  readonly subscribe: (topic: string) => Promise<void>
  readonly unsubscribe: (topic: string) => void
  readonly onMessage: (handler: (topic: string, message: Buffer) => void) => void
  /**
   * `down`: messages may be missed from now on. `resumed`: every subscription is restored, after a time in which
   * messages were missed. `up`: connected for the first time. A listener added later gets `down` at once if it is down.
   */
  readonly onState: (changed: (state: BackendState) => void) => void
  /** What was dropped and why, named as metrics. */
  readonly counts: () => Record<string, number>
  readonly close: () => Promise<void>
}
