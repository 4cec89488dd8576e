import { given, verify } from '../../../kit/verify.ts'
import check from './apigateway_domain_name_pqc_tls_enabled.ts'
import { domainName } from './worlds.ts'

verify(check, {
  pass: [
    domainName(),
    domainName({ security_policy: 'SecurityPolicy_TLS13_1_2_Ext2_PQ_2025_09' }),
    domainName({ security_policy: 'SecurityPolicy_TLS13_1_2_Ext2_FIPS_PQ_2025_09' }),
    given(domainName({ security_policy: 'own' }), {
      config: { apigateway_pqc_tls_allowed_policies: ['own'] },
    }),
  ],
  fail: [domainName({ security_policy: 'TLS_1_2' })],
})
