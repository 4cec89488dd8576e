import type { Collected, Collecting } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { components } from '../control-plane.ts'
import { type Etcd, flags, serverFlags } from './resources.ts'

export const collect = ({ client }: Collecting<Kubernetes>): Collected<Etcd> => ({
  members: components(client, 'etcd', flags, 'ETCD_'),
  servers: components(client, 'kube-apiserver', serverFlags),
})
