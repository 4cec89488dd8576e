import type { Location } from '../../kit/index.ts'
import { readUid } from './uids.ts'

/** Components of the control plane, which run in pods of kube-system. */
const controlPlane = [
  'apiserver/servers',
  'controllermanager/managers',
  'etcd/members',
  'etcd/servers',
  'scheduler/schedulers',
]

/** The records with uids of a kind, as `service/kind`: several checks may evaluate them. */
const records: Readonly<Record<string, readonly string[]>> = {
  clusterrole: ['rbac/roles'],
  clusterrolebinding: ['rbac/bindings'],
  configmap: ['kubelet/configs'],
  node: ['kubelet/nodes'],
  pod: ['core/workloads', ...controlPlane],
  role: ['rbac/roles'],
  rolebinding: ['rbac/bindings'],
}

/** Controllers of pods, also those that are custom resources. */
const workload = ['core/workloads']

/** Returns all locations whose checks evaluate this resource; empty for an invalid uid. */
export function locate(uid: string): readonly Location[] {
  const read = readUid(uid)
  if (!read) return []
  const { cluster, kind, namespace } = read
  const named = Object.hasOwn(records, kind) ? records[kind] : undefined
  const places = named ?? (namespace === null ? [] : workload)
  return places
    .filter((place) => namespace === 'kube-system' || !controlPlane.includes(place))
    .map((place) => {
      const [service = '', of = ''] = place.split('/')
      return { service, kind: of, region: null, account: cluster }
    })
}
