import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_avoid_root_usage.ts'
import { ago, credentials, key, root } from './worlds.ts'

const used = (password_used_at: string | null, key_used_at: string | null) =>
  root({
    credentials: credentials({ password_used_at, access_keys: [key({ used_at: key_used_at })] }),
  })

verify(check, {
  pass: [root(), used(null, null), used(ago(2), ago(300))],
  fail: [
    used(ago(1.9), null),
    used(ago(200), ago(0)),
    used(ago(-0.1), null), // the other side's clock is ahead
  ],
  unread: [root({ credentials: unread('AccessDenied') })],
})
