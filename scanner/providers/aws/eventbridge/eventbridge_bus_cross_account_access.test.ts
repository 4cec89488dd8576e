import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './eventbridge_bus_cross_account_access.ts'
import { allowing, bus } from './worlds.ts'

verify(check, {
  pass: [
    bus(),
    bus({ policy: allowing({ AWS: '123456789012' }) }),
    given(bus({ policy: allowing({ AWS: '210987654321' }) }), {
      config: { trusted_account_ids: ['210987654321'] },
    }),
  ],
  fail: [
    bus({ policy: allowing({ AWS: '210987654321' }) }),
    bus({ policy: allowing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1example' } }) }),
  ],
  manual: [bus({ policy: allowing('*', { StringEquals: { 'aws:SourceVpc': 'vpc-1' } }) })],
  unread: [bus({ policy: unread('broken_answer') })],
})
