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
  /** The provider's identifier of the actor. */
  readonly actor_uid: string | null
  readonly actor_type: string | null
  readonly source_ip_address: string | null
  readonly user_agent: string | null
  /** JSON as logged. */
  readonly request_data: unknown
  readonly response_data: unknown
  readonly error_code: string | null
  readonly error_message: string | null
}

export interface EventsAsked {
  /** The provider's identifier of the resource, and its region. */
  readonly uid: string
  readonly region: string
  readonly since: Date
  readonly until: Date
  /** The maximum number of events; the newest are returned. */
  readonly most: number
  /** Includes read-only events. */
  readonly reads: boolean
}

export interface FoundEvents {
  /** Newest first. */
  readonly events: readonly ProviderEvent[]
  /** False if the log is too long: reading stopped before its beginning and before `most` events were found. */
  readonly complete: boolean
}
