// Rules that are evaluated for each container of a workload, and their sentences.
import { fail, pass, unread, type Verdict, withhold } from '../../../kit/index.ts'
import { listing } from '../listing.ts'
import type { Container, PodSpec, Workload } from './resources.ts'

/** A workload whose specs were read. */
export type SeenWorkload = Omit<Workload, 'specs'> & { readonly specs: readonly PodSpec[] }

/** For a sentence about all pods of a workload: withheld if not all were read. */
export function ofAll<T>({ has_more_specs: hasMore }: SeenWorkload, verdict: T): T {
  return hasMore
    ? withhold(unread('too_many_specs', { outcome: 'capped', action: 'list pods' }))
    : verdict
}

/** `Deployment shop/web` */
export const label = ({ kind, namespace, name }: Omit<Workload, 'specs'>): string =>
  `${kind} ${namespace}/${name}`

export interface Question {
  /** Selects the containers to evaluate; all by default. */
  readonly asks?: (container: Container, pod: PodSpec) => boolean
  readonly holds: (container: Container, pod: PodSpec) => boolean
  /** The observed value, for users; null if the verdict is enough. */
  readonly seen?: (container: Container) => string | null
  /** After `has 2 containers`: `without a CPU limit`. */
  readonly fails: string
  /** After `Every container of Deployment shop/web`: `has a CPU limit`. */
  readonly passes: string
}

/** Fails if any container of any pod fails. No verdict if no container is evaluated. */
export function judgeContainers(
  workload: SeenWorkload,
  { asks = () => true, holds, seen = () => null, fails, passes }: Question,
): Verdict | readonly Verdict[] {
  const asked = workload.specs.flatMap((pod) =>
    pod.containers
      .filter((container) => asks(container, pod))
      .map((container) => ({ container, pod })),
  )
  if (asked.length === 0) return ofAll(workload, [])
  const shown = ({ container }: (typeof asked)[number]): string => {
    const value = seen(container)
    return value === null ? container.name : `${container.name} (${value})`
  }
  const bad = asked.filter(({ container, pod }) => !holds(container, pod))
  if (bad.length === 0) {
    const values = asked.some(({ container }) => seen(container) !== null)
      ? `: ${listing(asked.map(shown))}`
      : ''
    return ofAll(workload, pass(`Every container of ${label(workload)} ${passes}${values}.`))
  }
  const count = new Set(bad.map(({ container }) => container.name)).size
  return fail(
    `${label(workload)} has ${count} ${count === 1 ? 'container' : 'containers'} ${fails}: ${listing(bad.map(shown))}.`,
  )
}

/** Containers of the spec, without ephemeral ones that were added for debugging. */
export const isOfSpec = ({ role }: Container): boolean => role !== 'ephemeral'

/** True if a container runs as long as its pod. */
export const goesOn = ({ role }: Container, pod: PodSpec): boolean =>
  !pod.runs_to_end && (role === 'container' || role === 'sidecar')

export const onLinux = (_: Container, { windows }: PodSpec): boolean => !windows
