import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_user_hardware_mfa_enabled.ts'
import { credentials, key, noPassword, user } from './worlds.ts'

const app = 'arn:aws:iam::123456789012:mfa/alice'
const securityKey = 'arn:aws:iam::123456789012:u2f/user/alice/key-4ZX3'

verify(check, {
  pass: [
    user(),
    user({ mfa_devices: [securityKey] }),
    user({ credentials: credentials(noPassword), mfa_devices: [] }),
    user({
      credentials: credentials({ ...noPassword, access_keys: [key({ active: false })] }),
      mfa_devices: [],
    }),
  ],
  fail: [
    user({
      credentials: credentials({ ...noPassword, access_keys: [key()] }),
      mfa_devices: [],
    }),
    user({ mfa_devices: [] }),
    user({ mfa_devices: [app] }),
    user({ mfa_devices: [securityKey, app] }),
  ],
  unread: [
    user({ mfa_devices: unread('AccessDenied') }),
    user({ credentials: unread('AccessDenied') }),
  ],
})
