import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './account_maintain_different_contact_details_to_security_billing_and_operations.ts'
import { account } from './worlds.ts'

verify(check, {
  pass: [account()],
  fail: [
    account({ overlap: { missing: ['security'], same: [] } }),
    account({ overlap: { missing: [], same: ['billing and operations'] } }),
  ],
  unread: [account({ overlap: unread('AccessDeniedException') })],
})
