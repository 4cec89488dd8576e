// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { KubeletConfig, Node } from './resources.ts'

/** The configuration that kubeadm writes, plus a list of cipher suites and certificates issued by the cluster. */
export const config = world<KubeletConfig>({
  uid: 'prod/configmap/kube-system/kubelet-config',
  name: 'kubelet-config',
  region: '',
  anonymous_auth: false,
  authorization_mode: 'Webhook',
  client_ca_file: '/etc/kubernetes/pki/ca.crt',
  event_record_qps: null,
  iptables_chains: null,
  read_only_port: null,
  rotate_certificates: true,
  server_tls_bootstrap: true,
  streaming_timeout: '0s',
  tls_cert_file: null,
  tls_cipher_suites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  tls_min_version: null,
  tls_private_key_file: null,
})

export const node = world<Node>({
  uid: 'prod/node/worker-1',
  name: 'worker-1',
  region: '',
  os: 'linux',
  virtual: false,
})
