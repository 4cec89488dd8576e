// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Scheduler } from './resources.ts'

export const scheduler = world<Scheduler['schedulers']>({
  uid: 'prod/pod/kube-system/kube-scheduler-cp-1',
  name: 'kube-scheduler-cp-1',
  region: '',
  bind_address: '127.0.0.1',
  config: null,
  profiling: false,
  secure_port: null,
})
