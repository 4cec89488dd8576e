import { type Collected, type Collecting, each } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { typeOf } from './controllers.ts'
import type { Core, Workload } from './resources.ts'
import { type FoundWorkload, workloads } from './workloads.ts'

export const collect = ({ client }: Collecting<Kubernetes>): Collected<Core> => ({
  workloads: each<FoundWorkload, Workload>(
    workloads(client),
    ({ group, kind, namespace, name, specs, has_more_specs }) => ({
      uid: `${client.cluster}/${typeOf({ group, kind, name })}/${namespace}/${name}`,
      name,
      region: '',
      namespace,
      kind,
      specs,
      has_more_specs,
    }),
  ),
})
