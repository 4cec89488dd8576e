import type { Collected, Collecting } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { components } from '../control-plane.ts'
import { type ControllerManager, flags } from './resources.ts'

export const collect = ({ client }: Collecting<Kubernetes>): Collected<ControllerManager> => ({
  managers: components(client, 'kube-controller-manager', flags),
})
