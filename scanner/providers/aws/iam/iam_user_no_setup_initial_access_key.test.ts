import { match } from 'node:assert/strict'
import { test } from 'node:test'
import { unread } from '../../../kit/index.ts'
import { circumstances, verify } from '../../../kit/verify.ts'
import check from './iam_user_no_setup_initial_access_key.ts'
import { ago, credentials, key, noPassword, keyHolder, rootHolder } from './worlds.ts'

const made = (days: number, changes: Partial<ReturnType<typeof key>> = {}) =>
  key({ rotated_at: ago(days), used_at: null, ...changes })
const holding = (access_keys: ReturnType<typeof key>[], changes = {}) =>
  keyHolder({ credentials: credentials({ created_at: ago(400), access_keys, ...changes }) })

verify(check, {
  pass: [
    keyHolder(),
    holding([made(400)], noPassword),
    holding([made(400, { used_at: ago(399) })]),
    holding([made(400, { active: false })]),
    rootHolder(key()),
  ],
  fail: [
    holding([made(400)]),
    // Created with the user or later: the key is unused.
    holding([made(399)]),
    holding([made(1)]),
    rootHolder(made(400)),
    holding([key(), made(400, { slot: 2 })]),
  ],
  unread: [keyHolder({ credentials: unread('AccessDenied') })],
})

test('only of users it is said that they sign in with a password', () => {
  const sentence = (holder: Parameters<typeof check.judge>[0]) =>
    JSON.stringify(check.judge(holder, circumstances()))
  match(sentence(holding([made(400)])), /alice, who has a console password, was never used/)
  match(sentence(rootHolder(made(400))), /of the root user was never used/)
})
