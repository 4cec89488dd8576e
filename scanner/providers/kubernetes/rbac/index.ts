import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { collect } from './collect.ts'
import clusterAdminUsage from './rbac_cluster_admin_usage.ts'
import minimizeCsrApprovalAccess from './rbac_minimize_csr_approval_access.ts'
import minimizeNodeProxySubresourceAccess from './rbac_minimize_node_proxy_subresource_access.ts'
import minimizePodCreationAccess from './rbac_minimize_pod_creation_access.ts'
import minimizePvCreationAccess from './rbac_minimize_pv_creation_access.ts'
import minimizeSecretAccess from './rbac_minimize_secret_access.ts'
import minimizeServiceAccountTokenCreation from './rbac_minimize_service_account_token_creation.ts'
import minimizeWebhookConfigAccess from './rbac_minimize_webhook_config_access.ts'
import minimizeWildcardUseRoles from './rbac_minimize_wildcard_use_roles.ts'
import type { Rbac } from './resources.ts'

export default service<Rbac, Kubernetes>({
  name: 'rbac',
  scope: 'global',
  kinds: {
    roles: { list: ['list clusterroles', 'list roles'], fields: { rules: [] } },
    bindings: { list: ['list clusterrolebindings', 'list rolebindings'], fields: { subjects: [] } },
  },
  collect,
  checks: [
    clusterAdminUsage,
    minimizeCsrApprovalAccess,
    minimizeNodeProxySubresourceAccess,
    minimizePodCreationAccess,
    minimizePvCreationAccess,
    minimizeSecretAccess,
    minimizeServiceAccountTokenCreation,
    minimizeWebhookConfigAccess,
    minimizeWildcardUseRoles,
  ],
})
