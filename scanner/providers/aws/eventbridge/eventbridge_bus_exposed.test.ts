import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './eventbridge_bus_exposed.ts'
import { allowing, bus } from './worlds.ts'

verify(check, {
  pass: [
    bus(),
    bus({ policy: allowing({ AWS: '210987654321' }) }),
    bus({ policy: allowing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1example' } }) }),
  ],
  fail: [bus({ policy: allowing('*') })],
  unread: [
    bus({ policy: allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }) }),
    bus({ policy: unread('broken_answer') }),
  ],
})
