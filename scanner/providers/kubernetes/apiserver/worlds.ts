// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { ApiServer } from './resources.ts'

const pki = '/etc/kubernetes/pki'

export const server = world<ApiServer['servers']>({
  uid: 'prod/pod/kube-system/kube-apiserver-cp-1',
  name: 'kube-apiserver-cp-1',
  region: '',
  admission_control: null,
  anonymous_auth: false,
  audit_log_maxage: 30,
  audit_log_maxbackup: 10,
  audit_log_maxsize: 100,
  audit_log_path: '/var/log/kubernetes/audit/audit.log',
  audit_policy_file: '/etc/kubernetes/audit-policy.yaml',
  audit_webhook_config_file: null,
  authentication_config: null,
  authorization_config: null,
  authorization_mode: ['Node', 'RBAC'],
  client_ca_file: `${pki}/ca.crt`,
  disable_admission_plugins: null,
  enable_admission_plugins: ['NodeRestriction'],
  encryption_provider_config: '/etc/kubernetes/encryption.yaml',
  etcd_cafile: `${pki}/etcd/ca.crt`,
  etcd_certfile: `${pki}/apiserver-etcd-client.crt`,
  etcd_keyfile: `${pki}/apiserver-etcd-client.key`,
  etcd_servers: ['https://127.0.0.1:2379'],
  kubelet_certificate_authority: `${pki}/ca.crt`,
  kubelet_client_certificate: `${pki}/apiserver-kubelet-client.crt`,
  kubelet_client_key: `${pki}/apiserver-kubelet-client.key`,
  profiling: false,
  request_timeout: null,
  service_account_key_file: [`${pki}/sa.pub`],
  service_account_lookup: null,
  service_account_signing_endpoint: null,
  tls_cert_file: `${pki}/apiserver.crt`,
  tls_cipher_suites: ['TLS_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305'],
  tls_min_version: null,
  tls_private_key_file: `${pki}/apiserver.key`,
  token_auth_file: null,
})
