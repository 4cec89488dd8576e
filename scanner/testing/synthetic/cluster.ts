/** Clusters of any size for load tests: the same seed and size produce the same workloads. */
import { seeded } from '../chance.ts'
import {
  binding,
  careless,
  hardened,
  kubeadmCluster,
  node,
  replicas,
  role,
} from '../kubernetes/kubeadm.ts'
import type { ClusterState } from '../kubernetes/state.ts'
import { drawFrom } from './draw.ts'

export interface SyntheticClusterOptions {
  seed: number
  /**
   * The number of Deployments with two pods each. There is a node per twenty of them, and a role with a binding per
   * ten.
   */
  workloads: number
}

const made = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1))

const namespaceOf = (number: number): string => `team-${number % 40}`
const readsPods = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }]
const readsSecrets = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]

export function syntheticCluster({ seed, workloads }: SyntheticClusterOptions): ClusterState {
  const draw = drawFrom(seeded(seed), new Date())
  const state = kubeadmCluster()
  const { objects } = state
  for (const number of made(workloads, (n) => n)) {
    const spec = draw.often(80) ? hardened : careless
    objects.pods.push(...replicas(namespaceOf(number), `app-${number}`, spec))
  }
  objects.nodes.push(...made(Math.floor(workloads / 20), (n) => node(`worker-${n + 1}`)))
  for (const number of made(Math.floor(workloads / 10), (n) => n)) {
    const [name, namespace] = [`role-${number}`, namespaceOf(number)]
    objects.roles.push(role(name, draw.often(80) ? readsPods : readsSecrets, namespace))
    const subject = { kind: 'ServiceAccount', name: `robot-${number}`, namespace }
    objects.rolebindings.push(binding(name, { role: 'deliverer', subjects: [subject], namespace }))
  }
  return state
}
