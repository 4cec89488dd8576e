import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './opensearch_service_domains_not_publicly_accessible.ts'
import { allowing, domain, unknown } from './worlds.ts'

verify(check, {
  pass: [
    domain(),
    domain({ in_vpc: true, policy: allowing('*') }),
    domain({ policy: allowing({ AWS: 'arn:aws:iam::123456789012:role/search' }) }),
    domain({ policy: allowing('*', { IpAddress: { 'aws:SourceIp': '198.51.100.0/24' } }) }),
  ],
  fail: [
    domain({ policy: allowing('*') }),
    domain({ policy: allowing({ AWS: '*' }), access_control: false }),
    domain({ policy: allowing('*', { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } }) }),
  ],
  none: [domain({ policy: allowing('*'), settled: false })],
  unread: [
    domain({ policy: allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }) }),
    unknown(unread('AccessDeniedException')),
  ],
})
