import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_with_many_ingress_egress_rules.ts'
import { allow, securityGroup } from './worlds.ts'

verify(check, {
  pass: [
    securityGroup(),
    given(securityGroup({ ingress: [allow('tcp', 443, '10.0.0.1/32', '10.0.0.2/32')] }), {
      config: { max_security_group_rules: 2 },
    }),
  ],
  fail: [
    given(securityGroup({ ingress: [allow('tcp', 443, '10.0.0.1/32', '10.0.0.2/32')] }), {
      config: { max_security_group_rules: 1 },
    }),
    given(
      securityGroup({
        egress: [allow('tcp', 443, '10.0.0.1/32', '10.0.0.2/32'), allow('tcp', 80, '10.0.0.1/32')],
      }),
      { config: { max_security_group_rules: 2 } },
    ),
  ],
  unread: [
    securityGroup({ ingress: unread('broken_answer') }),
    securityGroup({ egress: unread('broken_answer') }),
  ],
})
