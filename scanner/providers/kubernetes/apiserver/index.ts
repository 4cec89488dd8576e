import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { withPods } from '../control-plane.ts'
import alwaysPullImagesPlugin from './apiserver_always_pull_images_plugin.ts'
import anonymousRequests from './apiserver_anonymous_requests.ts'
import auditLogMaxageSet from './apiserver_audit_log_maxage_set.ts'
import auditLogMaxbackupSet from './apiserver_audit_log_maxbackup_set.ts'
import auditLogMaxsizeSet from './apiserver_audit_log_maxsize_set.ts'
import auditLogPathSet from './apiserver_audit_log_path_set.ts'
import authModeIncludeNode from './apiserver_auth_mode_include_node.ts'
import authModeIncludeRbac from './apiserver_auth_mode_include_rbac.ts'
import authModeNotAlwaysAllow from './apiserver_auth_mode_not_always_allow.ts'
import clientCaFileSet from './apiserver_client_ca_file_set.ts'
import denyServiceExternalIps from './apiserver_deny_service_external_ips.ts'
import disableProfiling from './apiserver_disable_profiling.ts'
import encryptionProviderConfigSet from './apiserver_encryption_provider_config_set.ts'
import etcdCafileSet from './apiserver_etcd_cafile_set.ts'
import etcdTlsConfig from './apiserver_etcd_tls_config.ts'
import eventRateLimit from './apiserver_event_rate_limit.ts'
import kubeletCertAuth from './apiserver_kubelet_cert_auth.ts'
import kubeletTlsAuth from './apiserver_kubelet_tls_auth.ts'
import namespaceLifecyclePlugin from './apiserver_namespace_lifecycle_plugin.ts'
import noAlwaysAdmitPlugin from './apiserver_no_always_admit_plugin.ts'
import noTokenAuthFile from './apiserver_no_token_auth_file.ts'
import nodeRestrictionPlugin from './apiserver_node_restriction_plugin.ts'
import requestTimeoutSet from './apiserver_request_timeout_set.ts'
import securityContextDenyPlugin from './apiserver_security_context_deny_plugin.ts'
import serviceAccountKeyFileSet from './apiserver_service_account_key_file_set.ts'
import serviceAccountLookupTrue from './apiserver_service_account_lookup_true.ts'
import serviceAccountPlugin from './apiserver_service_account_plugin.ts'
import strongCiphersOnly from './apiserver_strong_ciphers_only.ts'
import tlsConfig from './apiserver_tls_config.ts'
import { collect } from './collect.ts'
import { type ApiServer, flags } from './resources.ts'

export default service<ApiServer, Kubernetes>({
  name: 'apiserver',
  scope: 'global',
  kinds: { servers: { list: ['list pods'], fields: withPods(flags) } },
  collect,
  checks: [
    alwaysPullImagesPlugin,
    anonymousRequests,
    auditLogMaxageSet,
    auditLogMaxbackupSet,
    auditLogMaxsizeSet,
    auditLogPathSet,
    authModeIncludeNode,
    authModeIncludeRbac,
    authModeNotAlwaysAllow,
    clientCaFileSet,
    denyServiceExternalIps,
    disableProfiling,
    encryptionProviderConfigSet,
    etcdCafileSet,
    etcdTlsConfig,
    eventRateLimit,
    kubeletCertAuth,
    kubeletTlsAuth,
    namespaceLifecyclePlugin,
    noAlwaysAdmitPlugin,
    noTokenAuthFile,
    nodeRestrictionPlugin,
    requestTimeoutSet,
    securityContextDenyPlugin,
    serviceAccountKeyFileSet,
    serviceAccountLookupTrue,
    serviceAccountPlugin,
    strongCiphersOnly,
    tlsConfig,
  ],
})
