// Why a stream does not open. The route turns it into its own kind of error document.

export type RefusalCode =
  | 'no_channels'
  | 'too_many_channels'
  | 'foreign_channel'
  | 'too_many_streams'
  | 'too_many_connects'
  | 'backend_unavailable'

const statuses: Record<RefusalCode, number> = {
  no_channels: 400,
  too_many_channels: 400,
  foreign_channel: 403,
  too_many_streams: 429,
  too_many_connects: 429,
  backend_unavailable: 503,
}

export class StreamRefused extends Error {
  readonly code: RefusalCode
  /** The equivalent HTTP status. */
  readonly status: number
  /** For a Retry-After header; null where waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(code: RefusalCode, detail: string, retryAfterSeconds: number | null = null) {
    super(detail)
    this.name = 'StreamRefused'
    this.code = code
    this.status = statuses[code]
    this.retryAfterSeconds = retryAfterSeconds
  }
}
