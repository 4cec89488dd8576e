import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './account_security_contact_information_is_registered.ts'
import { account } from './worlds.ts'

verify(check, {
  manual: [
    account(),
    account({ security_contact: null }),
    account({ security_contact: { name: '', title: '' } }),
  ],
  unread: [account({ security_contact: unread('AccessDeniedException') })],
})
