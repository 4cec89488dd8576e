import type { Collected, Collecting } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { components } from '../control-plane.ts'
import { type ApiServer, flags } from './resources.ts'

export const collect = ({ client }: Collecting<Kubernetes>): Collected<ApiServer> => ({
  servers: components(client, 'kube-apiserver', flags),
})
