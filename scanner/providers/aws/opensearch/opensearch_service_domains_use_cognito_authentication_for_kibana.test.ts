import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_use_cognito_authentication_for_kibana.ts'
import { domain, unknown } from './worlds.ts'

verify(check, {
  pass: [domain(), domain({ cognito: null, saml: true })],
  fail: [domain({ cognito: false })],
  none: [domain({ cognito: false, settled: false })],
  unread: [domain({ cognito: null }), unknown(unread('AccessDeniedException'))],
})
