/** Who vouches for an https server, and what we show it; certificates and the key in PEM. */
export interface HttpTls {
  /** Trusted instead of the public authorities. */
  readonly ca?: string
  /** Our own certificate, with its key. */
  readonly cert?: string
  readonly key?: string
  /** The name that the server's certificate has to be for, where that is not the host's. */
  readonly servername?: string
}

/** A request as sent; already signed. */
export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Connections are shared only by requests for which all of it is the same. */
  readonly tls?: HttpTls
}

export interface HttpAnswer {
  readonly status: number
  /** Names in lower case; the first of repeated headers. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpCall {
  /** For the statistics and the log: `s3:GetBucketPolicy`. */
  readonly name: string
  /** Calls with the same key share a limit: one API in one region. */
  readonly limit: string
  /** Builds and signs the request again for each attempt: signatures expire. */
  build(attempt: number): Promise<HttpRequest>
  /** What an answer means for retrying. `throttled` also lowers the limit of this key. */
  judge(answer: HttpAnswer): 'done' | 'throttled' | 'again'
  /** Milliseconds that a response requests to wait before the next attempt, if not by Retry-After; null if none. */
  askedWait?(answer: HttpAnswer): number | null
  readonly signal: AbortSignal
}

export type HttpFailureCode =
  | 'connect_timeout'
  | 'read_timeout'
  | 'connection_failed'
  /** No trusted authority issued the server's certificate, or it is for another name or time. */
  | 'certificate_refused'
  /** DNS reports that the name does not exist. */
  | 'host_not_found'
  | 'truncated_answer'
  | 'answer_too_large'
  | 'host_refused'

/** No answer at all, or not a whole one. A cancelled call throws an AbortError instead. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly code: HttpFailureCode
  constructor(code: HttpFailureCode, detail: string) {
    super(detail)
    this.code = code
  }
}

export interface CallStatistics {
  readonly name: string
  readonly attempts: number
  readonly answers: Readonly<Record<string, number>>
  readonly ms: number
}

/** The only access to the network. The engine builds it; providers only use it. */
export interface Http {
  /** The last attempt's answer, whatever its status; throws HttpFailure or AbortError. */
  call(call: HttpCall): Promise<HttpAnswer>
  statistics(): readonly CallStatistics[]
  /** Closes every socket, in use or not. */
  close(): void
}
