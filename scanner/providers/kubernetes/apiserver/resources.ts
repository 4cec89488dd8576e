import { checkFor } from '../../../kit/index.ts'
import type { Component } from '../control-plane.ts'

export const flags = {
  admission_control: 'list',
  anonymous_auth: 'boolean',
  audit_log_maxage: 'number',
  audit_log_maxbackup: 'number',
  audit_log_maxsize: 'number',
  /** `-`: standard output. */
  audit_log_path: 'text',
  audit_policy_file: 'text',
  audit_webhook_config_file: 'text',
  /** A file that may permit anonymous requests, unless --anonymous-auth is set. */
  authentication_config: 'text',
  /** A file that replaces --authorization-mode. */
  authorization_config: 'text',
  authorization_mode: 'list',
  client_ca_file: 'text',
  disable_admission_plugins: 'list',
  enable_admission_plugins: 'list',
  encryption_provider_config: 'text',
  etcd_cafile: 'text',
  etcd_certfile: 'text',
  etcd_keyfile: 'text',
  etcd_servers: 'origins',
  kubelet_certificate_authority: 'text',
  kubelet_client_certificate: 'text',
  kubelet_client_key: 'text',
  profiling: 'boolean',
  request_timeout: 'seconds',
  service_account_key_file: 'list',
  service_account_lookup: 'boolean',
  service_account_signing_endpoint: 'text',
  tls_cert_file: 'text',
  tls_cipher_suites: 'list',
  tls_min_version: 'text',
  tls_private_key_file: 'text',
  token_auth_file: 'text',
} as const

export interface ApiServer {
  servers: Component<typeof flags>
}

export const check = checkFor<ApiServer>()
