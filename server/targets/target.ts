/** Shared by all targets: forwarded findings, and the errors of deliveries. */

/** A finding as it is sent to other systems. Its texts come from a scanned account: every target escapes them. */
export interface ForwardedFinding {
  readonly id: string
  readonly uid: string
  readonly status: 'FAIL' | 'PASS' | 'MANUAL'
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'informational'
  readonly delta: 'new' | 'changed' | null
  readonly muted: boolean
  readonly triage_status: string
  readonly check: {
    readonly id: string
    readonly title: string
    readonly description: string
    readonly risk: string
    /** Empty if the check has none. */
    readonly remediation: string
    readonly remediation_url: string
    readonly service: string
  }
  /** What was seen on this resource. */
  readonly status_extended: string
  readonly provider: {
    /** `aws`, `github` … */
    readonly type: string
    readonly uid: string
    readonly alias: string | null
  }
  readonly region: string
  readonly resource: {
    readonly uid: string
    readonly name: string
    readonly type: string
    readonly tags: Readonly<Record<string, string>>
  }
  /** Ids of requirements by framework: `{ "cis_2.0_aws": ["1.4"] }`. */
  readonly compliance: Readonly<Record<string, readonly string[]>>
  /** ISO 8601, UTC. */
  readonly first_seen_at: string
  readonly updated_at: string
  /** The page in the app; null if the installation has no public URL. */
  readonly link: string | null
}

export type Refusal =
  /** No answer, or one that broke off: the target may have processed the request. */
  | 'uncertain'
  /** Nothing was sent: no connection. */
  | 'unreachable'
  /** Nothing was sent: the address is not allowed, by its text or by what it resolves to. */
  | 'refused_address'
  /** 401 and 403, and equivalents of vendors. */
  | 'unauthorised'
  /** A project, channel, bucket or hub that is not there. */
  | 'not_found'
  /** Nothing was sent: the user who caused it may no longer send it there. */
  | 'not_permitted'
  /** The target refused the content. */
  | 'invalid'
  | 'too_large'
  | 'rate_limited'
  /** 5xx, and equivalents of vendors. */
  | 'unavailable'

const final: ReadonlySet<Refusal> = new Set([
  'refused_address',
  'unauthorised',
  'not_found',
  'not_permitted',
  'invalid',
  'too_large',
])

/** Why something was not delivered. `message` is shown to users: it contains no credentials. */
export class NotDelivered extends Error {
  override name = 'NotDelivered'
  readonly code: Refusal
  /** Trying again changes nothing before a person has done something. */
  readonly isFinal: boolean
  /** The wait that the target requested. */
  readonly retryAfterSeconds: number | null
  /** The request may have succeeded, and the target does not show it for so long: nothing is sent meanwhile. */
  readonly hiddenSeconds: number | null
  constructor(
    code: Refusal,
    detail: string,
    retryAfterSeconds: number | null = null,
    hiddenSeconds: number | null = null,
  ) {
    super(detail)
    this.code = code
    this.isFinal = final.has(code)
    this.retryAfterSeconds = retryAfterSeconds
    this.hiddenSeconds = hiddenSeconds
  }
}
