import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_okta_verify_fips_compliant.ts'
import { authenticator, organization } from './worlds.ts'

verify(check, {
  pass: [organization({ authenticators: [authenticator('okta_verify', { fips: 'REQUIRED' })] })],
  fail: [organization({ authenticators: [authenticator('okta_verify', { fips: 'OPTIONAL' })] })],
  manual: [
    organization({ authenticators: null }),
    organization({ authenticators: [authenticator('okta_verify')] }),
  ],
  none: [
    organization(),
    organization({
      authenticators: [authenticator('okta_verify', { fips: 'OPTIONAL', isActive: false })],
    }),
  ],
  unread: [organization({ authenticators: unread('E0000006') })],
})
