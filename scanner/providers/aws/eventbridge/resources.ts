import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Bus extends Resource {
  /** Null where the bus has no policy, and so takes events of its own account alone. */
  readonly policy: Maybe<readonly Statement[] | null>
}

/** An endpoint that turns from one region to another. */
export interface Endpoint extends Resource {
  /** Null where the answer does not say. */
  readonly replicates: boolean | null
}

export interface EventBridge {
  buses: Bus
  endpoints: Endpoint
}

export const check = checkFor<EventBridge>()
