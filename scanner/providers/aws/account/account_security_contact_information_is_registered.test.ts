import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './account_security_contact_information_is_registered.ts'
import { account } from './worlds.ts'

verify(check, {
  // Only the owner can confirm that a contact is correct, so no fixture passes.
  fail: [account({ security_contact: null })],
  manual: [account(), account({ security_contact: { name: '', title: '' } })],
  unread: [account({ security_contact: unread('AccessDeniedException') })],
})
