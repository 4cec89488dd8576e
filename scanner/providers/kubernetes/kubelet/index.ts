import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import authorizationMode from './kubelet_authorization_mode.ts'
import clientCaFileSet from './kubelet_client_ca_file_set.ts'
import confFileOwnership from './kubelet_conf_file_ownership.ts'
import confFilePermissions from './kubelet_conf_file_permissions.ts'
import configYamlOwnership from './kubelet_config_yaml_ownership.ts'
import configYamlPermissions from './kubelet_config_yaml_permissions.ts'
import disableAnonymousAuth from './kubelet_disable_anonymous_auth.ts'
import disableReadOnlyPort from './kubelet_disable_read_only_port.ts'
import eventRecordQps from './kubelet_event_record_qps.ts'
import manageIptables from './kubelet_manage_iptables.ts'
import rotateCertificates from './kubelet_rotate_certificates.ts'
import serviceFileOwnershipRoot from './kubelet_service_file_ownership_root.ts'
import serviceFilePermissions from './kubelet_service_file_permissions.ts'
import streamingConnectionTimeout from './kubelet_streaming_connection_timeout.ts'
import strongCiphersOnly from './kubelet_strong_ciphers_only.ts'
import tlsCertAndKey from './kubelet_tls_cert_and_key.ts'
import { collect } from './collect.ts'
import type { Kubelet } from './resources.ts'

export default service<Kubelet, Kubernetes>({
  name: 'kubelet',
  scope: 'global',
  kinds: {
    configs: {
      list: ['list kube-system configmaps'],
      fields: {
        anonymous_auth: [],
        authorization_mode: [],
        client_ca_file: [],
        event_record_qps: [],
        iptables_chains: [],
        read_only_port: [],
        rotate_certificates: [],
        server_tls_bootstrap: [],
        streaming_timeout: [],
        tls_cert_file: [],
        tls_cipher_suites: [],
        tls_min_version: [],
        tls_private_key_file: [],
      },
    },
    nodes: { list: ['list nodes'], fields: {} },
  },
  collect,
  checks: [
    authorizationMode,
    clientCaFileSet,
    confFileOwnership,
    confFilePermissions,
    configYamlOwnership,
    configYamlPermissions,
    disableAnonymousAuth,
    disableReadOnlyPort,
    eventRecordQps,
    manageIptables,
    rotateCertificates,
    serviceFileOwnershipRoot,
    serviceFilePermissions,
    streamingConnectionTimeout,
    strongCiphersOnly,
    tlsCertAndKey,
  ],
})
