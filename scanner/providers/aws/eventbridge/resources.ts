import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Bus extends Resource {
  /** Null if the bus has no policy, and so accepts events only from its account. */
  readonly policy: Maybe<readonly Statement[] | null>
}

/** A global endpoint that fails over from one region to another. */
export interface Endpoint extends Resource {
  /** Null if the response omits it. */
  readonly replicates: boolean | null
}

export interface EventBridge {
  buses: Bus
  endpoints: Endpoint
}

export const check = checkFor<EventBridge>()
