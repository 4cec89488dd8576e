import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import serviceDomainsAccessControlEnabled from './opensearch_service_domains_access_control_enabled.ts'
import serviceDomainsAuditLoggingEnabled from './opensearch_service_domains_audit_logging_enabled.ts'
import serviceDomainsCloudwatchLoggingEnabled from './opensearch_service_domains_cloudwatch_logging_enabled.ts'
import serviceDomainsEncryptionAtRestEnabled from './opensearch_service_domains_encryption_at_rest_enabled.ts'
import serviceDomainsFaultTolerantDataNodes from './opensearch_service_domains_fault_tolerant_data_nodes.ts'
import serviceDomainsFaultTolerantMasterNodes from './opensearch_service_domains_fault_tolerant_master_nodes.ts'
import serviceDomainsHttpsCommunicationsEnforced from './opensearch_service_domains_https_communications_enforced.ts'
import serviceDomainsInternalUserDatabaseEnabled from './opensearch_service_domains_internal_user_database_enabled.ts'
import serviceDomainsNodeToNodeEncryptionEnabled from './opensearch_service_domains_node_to_node_encryption_enabled.ts'
import serviceDomainsNotPubliclyAccessible from './opensearch_service_domains_not_publicly_accessible.ts'
import serviceDomainsUpdatedToTheLatestServiceSoftwareVersion from './opensearch_service_domains_updated_to_the_latest_service_software_version.ts'
import serviceDomainsUseCognitoAuthenticationForKibana from './opensearch_service_domains_use_cognito_authentication_for_kibana.ts'
import type { OpenSearch } from './resources.ts'

export default service<OpenSearch, Aws>({
  name: 'opensearch',
  scope: 'regional',
  kinds: {
    domains: { list: ['es:ListDomainNames'], fields: { details: ['es:DescribeDomain'] } },
  },
  collect,
  checks: [
    serviceDomainsAccessControlEnabled,
    serviceDomainsAuditLoggingEnabled,
    serviceDomainsCloudwatchLoggingEnabled,
    serviceDomainsEncryptionAtRestEnabled,
    serviceDomainsFaultTolerantDataNodes,
    serviceDomainsFaultTolerantMasterNodes,
    serviceDomainsHttpsCommunicationsEnforced,
    serviceDomainsInternalUserDatabaseEnabled,
    serviceDomainsNodeToNodeEncryptionEnabled,
    serviceDomainsNotPubliclyAccessible,
    serviceDomainsUpdatedToTheLatestServiceSoftwareVersion,
    serviceDomainsUseCognitoAuthenticationForKibana,
  ],
})
