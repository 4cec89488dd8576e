/** Tokens that a tab receives from other tabs of its browser. */
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fakePage, tokenOf } from './testing/session.ts'

test('the first token may come from another tab: the page is then of its user and tenant, and of no other', async (t) => {
  const { session, receive, reloads } = await fakePage(t)
  equal(session.tenantId(), null)
  await receive(tokenOf('ana', 'first'))
  equal(await session.token(), tokenOf('ana', 'first'))
  equal(session.tenantId(), 'first')
  await receive(tokenOf('ana', 'first'))
  equal(reloads(), 0)
  await receive(tokenOf('ana', 'second'))
  equal(reloads(), 1)
})
