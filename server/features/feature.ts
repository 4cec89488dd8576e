/** A feature as the server sees it: a value in the index.ts of its folder. */
import type { Database, Definers, Table } from '../platform/db/index.ts'
import type { Endpoint, Loader } from '../platform/http/index.ts'
import type { Log } from '../platform/log.ts'
import type { Sweep, TaskKind } from '../platform/tasks/index.ts'

/** `Services` are those that it needs. The server builds each once, and passes all of them to every feature. */
export interface Feature<Services> {
  /** Its folder. */
  readonly name: string
  /** The tables that it alone writes. */
  readonly tables: readonly Table[]
  readonly definers: Definers
  readonly tasks: readonly {
    readonly name: string
    readonly with: (services: Services) => TaskKind
  }[]
  /** `kinds` are the tasks of all features. */
  readonly endpoints: (services: Services, kinds: readonly TaskKind[]) => readonly Endpoint[]
  readonly loaders: (services: Services) => readonly Loader[]
  readonly sweeps: (services: Services) => readonly Sweep[]
}

/** Services of sweeps: the database in the lane of background work, and the log. */
export interface SweepServices {
  readonly atWork: Database
  readonly log: Log
}

/** Collects the parts of features, in their order. */
export function compose<Services>(features: readonly Feature<Services>[], services: Services) {
  const kinds = features.flatMap(({ tasks }) => tasks.map((task) => task.with(services)))
  return {
    kinds,
    endpoints: features.flatMap((feature) => feature.endpoints(services, kinds)),
    loaders: features.flatMap((feature) => feature.loaders(services)),
    sweeps: features.flatMap((feature) => feature.sweeps(services)),
  }
}

const none = (): readonly [] => []

export const declareFeature = <Services = object>(
  feature: Pick<Feature<Services>, 'name'> & Partial<Feature<Services>>,
): Feature<Services> => ({
  tables: [],
  definers: {},
  tasks: [],
  endpoints: none,
  loaders: none,
  sweeps: none,
  ...feature,
})
