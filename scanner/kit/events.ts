/** An event of a resource in its provider's log. */
export interface ProviderEvent {
  readonly id: string
  /** RFC 3339 in UTC. */
  readonly event_time: string
  readonly event_name: string
  /** The service that logged it: `s3.amazonaws.com`. */
  readonly event_source: string
  /** The actor's display name. */
  readonly actor: string
  /** The provider's own name for them. */
  readonly actor_uid: string | null
  readonly actor_type: string | null
  readonly source_ip_address: string | null
  readonly user_agent: string | null
  /** JSON, as it was logged. */
  readonly request_data: unknown
  readonly response_data: unknown
  readonly error_code: string | null
  readonly error_message: string | null
}

export interface EventsAsked {
  /** The resource, by the provider's own name for it, and the region it was seen in. */
  readonly uid: string
  readonly region: string
  readonly since: Date
  readonly until: Date
  /** So many at most, the newest ones. */
  readonly most: number
  /** Also what only read. */
  readonly reads: boolean
}

export interface FoundEvents {
  /** The newest first. */
  readonly events: readonly ProviderEvent[]
  /** False: the log is so long that it was left before its beginning, and before `most` were found. */
  readonly complete: boolean
}
