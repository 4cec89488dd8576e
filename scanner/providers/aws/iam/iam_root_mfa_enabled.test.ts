import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_root_mfa_enabled.ts'
import { root } from './worlds.ts'

verify(check, {
  pass: [
    root(),
    // The organization has removed the root credentials, so the root user cannot sign in.
    root({ summary: { mfa: false, access_keys: false, password: false } }),
    root({ summary: { mfa: true, access_keys: false, password: null } }),
  ],
  fail: [
    root({ summary: { mfa: false, access_keys: false, password: true } }),
    root({ summary: { mfa: false, access_keys: true, password: false } }),
    root({ summary: { mfa: false, access_keys: true, password: null } }),
  ],
  unread: [
    root({ summary: unread('AccessDenied') }),
    // It is unknown whether there is a password.
    root({ summary: { mfa: false, access_keys: false, password: null } }),
  ],
})
