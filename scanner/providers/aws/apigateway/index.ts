import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import domainNamePqcTlsEnabled from './apigateway_domain_name_pqc_tls_enabled.ts'
import restapiAuthorizersEnabled from './apigateway_restapi_authorizers_enabled.ts'
import restapiCacheEncrypted from './apigateway_restapi_cache_encrypted.ts'
import restapiClientCertificateEnabled from './apigateway_restapi_client_certificate_enabled.ts'
import restapiLoggingEnabled from './apigateway_restapi_logging_enabled.ts'
import restapiNoSecretsInStageVariables from './apigateway_restapi_no_secrets_in_stage_variables.ts'
import restapiPublic from './apigateway_restapi_public.ts'
import restapiPublicWithAuthorizer from './apigateway_restapi_public_with_authorizer.ts'
import restapiTracingEnabled from './apigateway_restapi_tracing_enabled.ts'
import restapiWafAclAttached from './apigateway_restapi_waf_acl_attached.ts'
import { collect } from './collect.ts'
import type { ApiGateway } from './resources.ts'

// All reads of API Gateway require the same permission.
const reading = ['apigateway:GET']

export default service<ApiGateway, Aws>({
  name: 'apigateway',
  scope: 'regional',
  kinds: {
    restApis: { list: reading, fields: { methods: reading } },
    stages: { list: reading, fields: {} },
    domainNames: { list: reading, fields: {} },
  },
  collect,
  checks: [
    domainNamePqcTlsEnabled,
    restapiAuthorizersEnabled,
    restapiCacheEncrypted,
    restapiClientCertificateEnabled,
    restapiLoggingEnabled,
    restapiNoSecretsInStageVariables,
    restapiPublic,
    restapiPublicWithAuthorizer,
    restapiTracingEnabled,
    restapiWafAclAttached,
  ],
})
