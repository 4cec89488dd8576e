import type { Collected, Collecting } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { components } from '../control-plane.ts'
import { flags, type Scheduler } from './resources.ts'

export const collect = ({ client }: Collecting<Kubernetes>): Collected<Scheduler> => ({
  schedulers: components(client, 'kube-scheduler', flags),
})
