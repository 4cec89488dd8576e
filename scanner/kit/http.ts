/** TLS settings: the trusted authority and the client certificate, all in PEM. */
export interface HttpTls {
  /** The certificate authority that replaces the public ones. */
  readonly ca?: string
  /** The client certificate, with its key. */
  readonly cert?: string
  readonly key?: string
  /** The expected name in the server's certificate, if it is not the host name. */
  readonly servername?: string
}

/** A request, already signed. */
export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Requests share connections only if all these settings are equal. */
  readonly tls?: HttpTls
  /** The proxy for this request instead of the one of the environment. Never from a user of a server. */
  readonly proxy?: URL
}

export interface HttpAnswer {
  readonly status: number
  /** Names in lower case. Repeated headers have the first value. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpCall {
  /** The name for statistics and the log: `s3:GetBucketPolicy`. */
  readonly name: string
  /** Calls with the same key share a limit: one API in one region. */
  readonly limit: string
  /** Builds and signs the request for each attempt, because signatures expire. */
  build(attempt: number): Promise<HttpRequest>
  /** Decides whether to retry. `throttled` also lowers the limit of this key. */
  judge(answer: HttpAnswer): 'done' | 'throttled' | 'again'
  /**
   * Milliseconds to wait before the next attempt that a response requests by other means than Retry-After; null if
   * none.
   */
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
  /** The proxy does not allow the connection, or does not accept its credentials. */
  | 'proxy_refused'
  /** The proxy could not be reached, or could not connect to the host. */
  | 'proxy_failed'

/** No response or an incomplete one. A canceled call throws an AbortError instead. */
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

/** The only access to the network. The engine creates it; providers only use it. */
export interface Http {
  /** Returns the response of the last attempt, whatever its status. Throws HttpFailure or AbortError. */
  call(call: HttpCall): Promise<HttpAnswer>
  statistics(): readonly CallStatistics[]
  /** Closes every socket, in use or not. */
  close(): void
}
