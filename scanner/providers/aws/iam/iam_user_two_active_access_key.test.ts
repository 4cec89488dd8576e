import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_user_two_active_access_key.ts'
import { credentials, key, keyHolder, rootHolder } from './worlds.ts'

const holding = (...access_keys: ReturnType<typeof key>[]) =>
  keyHolder({ credentials: credentials({ access_keys }) })

verify(check, {
  pass: [
    keyHolder(),
    rootHolder(key()),
    holding(key()),
    holding(key({ active: false }), key({ slot: 2 })),
  ],
  fail: [holding(key(), key({ slot: 2 })), rootHolder(key(), key({ slot: 2 }))],
  unread: [keyHolder({ credentials: unread('AccessDenied') })],
})
