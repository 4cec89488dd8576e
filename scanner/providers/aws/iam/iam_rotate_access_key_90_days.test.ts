import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_rotate_access_key_90_days.ts'
import { ago, credentials, key, keyHolder, rootHolder } from './worlds.ts'

const holding = (...access_keys: ReturnType<typeof key>[]) =>
  keyHolder({ credentials: credentials({ access_keys }) })

verify(check, {
  pass: [
    keyHolder(),
    holding(key({ rotated_at: ago(90) })),
    holding(key({ active: false, rotated_at: ago(900) })),
    holding(key(), key({ slot: 2 })),
    rootHolder(),
  ],
  fail: [
    holding(key({ rotated_at: ago(91) })),
    holding(key({ rotated_at: ago(400) }), key({ slot: 2, rotated_at: ago(91) })),
    holding(key({ rotated_at: null })),
    rootHolder(key({ rotated_at: ago(91) })),
  ],
  unread: [keyHolder({ credentials: unread('AccessDenied') })],
})
