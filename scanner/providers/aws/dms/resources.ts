import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** A replication instance. Values that the response omits are null. */
export interface Instance extends Resource {
  /** `available`, `creating`, `deleting`, … */
  readonly status: string
  readonly public: boolean | null
  readonly minor_upgrades: boolean | null
  readonly multi_az: boolean | null
}

/** The source or target of data. */
export interface Endpoint extends Resource {
  readonly status: string
  /** `mysql`, `oracle`, `s3`, … */
  readonly engine: string
  /** `none`, `require`, `verify-ca`, `verify-full`. */
  readonly ssl_mode: string | null
  /** `no` or `password`, for MongoDB. */
  readonly mongodb_auth: string | null
  /** For Neptune; off by default. */
  readonly neptune_iam: boolean
  /** `plaintext` or `ssl-encryption`, for Redis. */
  readonly redis_protocol: string | null
}

/** Log levels of a task by component: for example, `LOGGER_SEVERITY_DEFAULT` for `SOURCE_CAPTURE`. */
export type Levels = Readonly<Record<string, string>>

export interface Task extends Resource {
  readonly status: string
  /** Null if logging is off. */
  readonly levels: Maybe<Levels | null>
}

const passing: ReadonlySet<string> = new Set(['creating', 'deleted', 'deleting'])

/** True if it is being created or deleted, so that it cannot be evaluated. */
export const isPassing = (status: string): boolean => passing.has(status)

export interface Dms {
  instances: Instance
  endpoints: Endpoint
  tasks: Task
}

export const check = checkFor<Dms>()
