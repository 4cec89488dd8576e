import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_user_no_setup_initial_access_key.ts'
import { ago, credentials, key, noPassword, user } from './worlds.ts'

const minute = 1 / 1440
const made = (days: number, changes: Partial<ReturnType<typeof key>> = {}) =>
  key({ rotated_at: ago(days), used_at: null, ...changes })
const holding = (access_keys: ReturnType<typeof key>[], changes = {}) =>
  user({ credentials: credentials({ created_at: ago(400), access_keys, ...changes }) })

verify(check, {
  pass: [
    user(),
    holding([made(400)], noPassword),
    holding([made(400, { used_at: ago(399) })]),
    holding([made(400, { active: false })]),
    // Asked for later: unused keys in general are another check's business.
    holding([made(399)]),
  ],
  fail: [
    holding([made(400)]),
    holding([made(400 - 5 * minute)]),
    holding([key(), made(400, { slot: 2 })]),
  ],
  unread: [user({ credentials: unread('AccessDenied') })],
})
