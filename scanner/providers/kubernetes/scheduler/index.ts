import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { withPods } from '../control-plane.ts'
import bindAddress from './scheduler_bind_address.ts'
import profiling from './scheduler_profiling.ts'
import { collect } from './collect.ts'
import { flags, type Scheduler } from './resources.ts'

export default service<Scheduler, Kubernetes>({
  name: 'scheduler',
  scope: 'global',
  kinds: { schedulers: { list: ['list pods'], fields: withPods(flags) } },
  collect,
  checks: [bindAddress, profiling],
})
