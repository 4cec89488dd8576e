import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Suspect } from '../secrets.ts'

export interface Container {
  readonly name: string
  /** As configured: a name or a number, with or without a group; null for the image's user. */
  readonly user: string | null
  readonly privileged: boolean
  readonly readonly_root: boolean
  readonly log_driver: string | null
  /** The option `mode` of the log driver; null if not set. */
  readonly log_mode: string | null
  /** Variables whose values look like secrets. The values are not stored. */
  readonly suspects: Maybe<readonly Suspect[]>
}

export interface Definition {
  readonly network_mode: string
  readonly pid_mode: string | null
  readonly ipc_mode: string | null
  readonly windows: boolean
  readonly containers: readonly Container[]
}

/** The newest active revision of a family, or one that a service runs. */
export interface TaskDefinition extends Resource {
  readonly definition: Maybe<Definition>
  /** The log mode of containers that do not set it: `blocking` or `non-blocking`; null if all set it. */
  readonly default_log_mode: Maybe<string | null>
}

export interface EcsService extends Resource {
  readonly status: string
  /** For Fargate only. */
  readonly platform: { readonly version: string; readonly windows: boolean } | null
  /** True if tasks get public addresses; null if they have no separate network interface. */
  readonly public_ip: Maybe<boolean | null>
  /** ARNs of the task definitions that it, its deployments and its task sets run. */
  readonly definitions: readonly string[]
  /** The same setting of its task sets, which services with external deployments have. */
  readonly task_sets: Maybe<readonly { readonly id: string; readonly public_ip: boolean | null }[]>
}

export interface Cluster extends Resource {
  readonly status: string
  /** disabled, enabled or enhanced. */
  readonly container_insights: string
}

export interface Ecs {
  taskDefinitions: TaskDefinition
  services: EcsService
  clusters: Cluster
}

export const check = checkFor<Ecs>()

/** Up to ten containers by name. */
export const namesOf = (containers: readonly Pick<Container, 'name'>[]): string =>
  containers
    .slice(0, 10)
    .map(({ name }) => name)
    .join(', ')
