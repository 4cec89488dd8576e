import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_rotate_access_key_90_days.ts'
import { ago, credentials, key, user } from './worlds.ts'

const holding = (...access_keys: ReturnType<typeof key>[]) =>
  user({ credentials: credentials({ access_keys }) })

verify(check, {
  pass: [
    user(),
    holding(key({ rotated_at: ago(90) })),
    holding(key({ active: false, rotated_at: ago(900) })),
    holding(key(), key({ slot: 2 })),
  ],
  fail: [
    holding(key({ rotated_at: ago(91) })),
    holding(key({ rotated_at: ago(400) }), key({ slot: 2, rotated_at: ago(91) })),
    holding(key({ rotated_at: null })),
  ],
  unread: [user({ credentials: unread('AccessDenied') })],
})
