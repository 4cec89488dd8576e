import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './account_maintain_current_contact_details.ts'
import { account } from './worlds.ts'

verify(check, {
  manual: [
    account(),
    account({ contact: null }),
    account({ contact: { name: '', company: '', country: '' } }),
  ],
  unread: [account({ contact: unread('AccessDeniedException') })],
})
