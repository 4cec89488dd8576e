import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_smart_card_active.ts'
import { authenticator, organization } from './worlds.ts'

verify(check, {
  pass: [
    organization({ authenticators: [authenticator('smart_card_idp')] }),
    organization({
      authenticators: [
        authenticator('smart_card_idp', { isActive: false }),
        authenticator('smart_card_idp'),
      ],
    }),
  ],
  fail: [
    organization(),
    organization({ authenticators: [authenticator('okta_verify')] }),
    organization({ authenticators: [authenticator('smart_card_idp', { isActive: false })] }),
  ],
  manual: [organization({ authenticators: null })],
  unread: [organization({ authenticators: unread('E0000006') })],
})
