// Every bound of the package in one place, with the reason for its default.

export const defaultLimits = {
  /** Streams of one user: six tabs and some margin. */
  streamsPerUser: 10,
  streamsPerTenant: 500,
  streamsPerProcess: 20_000,
  channelsPerStream: 10,
  connectsPerMinute: 20,

  /** Events and bytes that may wait in one process on their way out or to listeners. */
  queuedEvents: 10_000,
  queuedBytes: 16 * 1024 * 1024,
  /** Above this, a connection keeps only the newest `progress` of each channel and type. */
  conflateAboveBytes: 64 * 1024,
  /** Above this, a connection is closed: its client catches up faster by refetching. */
  closeAboveBytes: 256 * 1024,
  /** Above this over all connections, the one with the most queued bytes is closed first. */
  processBytes: 256 * 1024 * 1024,
  /** A blocked socket that drains nothing for so long is closed. */
  stallMs: 10_000,

  /** Writes and time in one turn of the event loop, so that listeners do not stall the API. */
  writesPerSlice: 400,
  sliceMs: 2,
  /** How long a channel outlives its last listener: a page reload. */
  lingerMs: 5_000,
  /** How long a connect waits for the backend. */
  acknowledgeMs: 1_000,
  /** How long a backend may be down before its listeners are closed: they refetch from another server. */
  lossMs: 10_000,
  /** Below the usual 60 s of proxies and load balancers; each connection varies it by 20 %. */
  heartbeatMs: 15_000,
  /** No stream outlives this; each connection takes 0.8 to 1 of it. */
  lifetimeMs: 3_600_000,
  /** How long a closing connection may take to read its last words. */
  closingMs: 2_000,
  /** How long a subscription may wait for its socket. */
  openWithinMs: 30_000,
}

export type Limits = typeof defaultLimits
