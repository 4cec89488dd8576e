// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { ControllerManager } from './resources.ts'

export const manager = world<ControllerManager['managers']>({
  uid: 'prod/pod/kube-system/kube-controller-manager-cp-1',
  name: 'kube-controller-manager-cp-1',
  region: '',
  bind_address: '127.0.0.1',
  controllers: ['*', 'bootstrapsigner', 'tokencleaner'],
  feature_gates: null,
  profiling: false,
  root_ca_file: '/etc/kubernetes/pki/ca.crt',
  secure_port: null,
  service_account_private_key_file: '/etc/kubernetes/pki/sa.key',
  terminated_pod_gc_threshold: null,
  use_service_account_credentials: true,
})
