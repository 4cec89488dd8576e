import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './organizations_account_part_of_organizations.ts'
import { account } from './worlds.ts'

verify(check, {
  pass: [account()],
  fail: [account({ organization: null, delegated: null })],
  unread: [account({ organization: unread('AccessDeniedException') })],
})
