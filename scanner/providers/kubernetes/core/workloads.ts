// Groups pods by the workloads that run them.
import { type Maybe, type Unread, unreadFrom } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import {
  type Controller,
  controllerOf,
  createdAt,
  ownerOf,
  type PodMetadata,
  typeOf,
} from './controllers.ts'
import { readPodSpec } from './pod-spec.ts'
import type { PodSpec } from './resources.ts'

export interface Pod {
  readonly metadata?: PodMetadata
  readonly spec?: unknown
  readonly status?: { readonly phase?: unknown } | null
}

export interface FoundWorkload extends Controller {
  readonly namespace: string
  readonly specs: Maybe<readonly PodSpec[]>
  readonly has_more_specs: boolean
}

/** True for controllers whose pods are meant to terminate. */
const runsToEnd = ({ group, kind }: Controller): boolean =>
  group === '' && (kind === 'Job' || kind === 'CronJob')

/** The maximum for controllers whose pods all differ. */
const maxSpecs = 100

/** A pod of a run: a Job, or of a controller without runs. */
interface Run {
  /** Empty without runs. */
  readonly job: string
  readonly created: number
  readonly isLive: boolean
}

class Found {
  readonly namespace: string
  readonly controller: Controller
  readonly #specs = new Map<
    string,
    { readonly spec: PodSpec; isLive: boolean; jobs: Set<string> }
  >()
  /** The creation time of the first pod of each run. */
  readonly #runs = new Map<string, number>()
  #gap: Unread | null = null
  #hasMore = false

  constructor(namespace: string, controller: Controller) {
    this.namespace = namespace
    this.controller = controller
  }

  add(spec: unknown, { job, created, isLive }: Run): void {
    this.#runs.set(job, Math.min(this.#runs.get(job) ?? created, created))
    try {
      const read = readPodSpec(spec)
      const key = JSON.stringify(read)
      const known = this.#specs.get(key) ?? { spec: read, isLive, jobs: new Set() }
      known.isLive ||= isLive
      known.jobs.add(job)
      if (this.#specs.size < maxSpecs) this.#specs.set(key, known)
      else this.#hasMore ||= !this.#specs.has(key)
    } catch (thrown) {
      this.#gap ??= unreadFrom(thrown)
    }
  }

  /** The newest ended run predicts the next one. */
  get found(): FoundWorkload {
    const { namespace, controller } = this
    const specs = this.#gap ?? this.#current()
    return { ...controller, namespace, specs, has_more_specs: this.#hasMore }
  }

  #current(): readonly PodSpec[] {
    let newest = Number.NEGATIVE_INFINITY
    for (const created of this.#runs.values()) newest = Math.max(newest, created)
    const isNewest = (job: string) => this.#runs.get(job) === newest
    return [...this.#specs.values()]
      .filter(({ isLive, jobs }) => isLive || [...jobs].some(isNewest))
      .map(({ spec }) => spec)
  }
}

/**
 * Yields the workloads after all pods were read. If the list fails midway, the workloads of completely read namespaces
 * are yielded before the error is thrown: API servers list pods by namespace. A pod without a name or namespace is an
 * error that is thrown after all others.
 */
export async function* workloads(kubernetes: Kubernetes): AsyncGenerator<FoundWorkload> {
  const found = new Map<string, Found>()
  const whole = new Set<string>()
  let current: string | null = null
  let isOrdered = true
  let nameless: Error | null = null
  try {
    for await (const { metadata = {}, spec, status } of kubernetes.items<Pod>('list pods')) {
      const { name, namespace } = metadata
      if (!name || !namespace) {
        nameless ??= kubernetes.broken('list pods', 'names and namespaces of pods')
        continue
      }
      if (namespace !== current) {
        if (current !== null) whole.add(current)
        isOrdered &&= !whole.has(namespace)
        current = namespace
      }
      const controller = controllerOf(metadata) ?? { group: '', kind: 'Pod', name }
      const isLive = status?.phase !== 'Succeeded' && status?.phase !== 'Failed'
      if (!isLive && !runsToEnd(controller)) continue
      const key = `${typeOf(controller)}/${namespace}/${controller.name}`
      const workload = found.get(key) ?? new Found(namespace, controller)
      found.set(key, workload)
      const job = runsToEnd(controller) ? (ownerOf(metadata)?.name ?? '') : ''
      workload.add(spec, { job, created: createdAt(metadata) ?? 0, isLive })
    }
  } catch (thrown) {
    if (isOrdered)
      for (const workload of found.values()) if (whole.has(workload.namespace)) yield workload.found
    throw thrown
  }
  for (const workload of found.values()) yield workload.found
  if (nameless) throw nameless
}
