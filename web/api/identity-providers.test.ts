/** Signing in at an identity provider, whose page replaces this one until it redirects back. */
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { fakePage, tokenOf } from './testing/session.ts'

const started = { authorization_url: 'https://idp.example', state: 's1', code_verifier: 'v1' }

for (const method of ['github', 'google', 'oidc'] as const) {
  test(`an invitation is sent with the sign-in at ${method} that began on its page, and once`, async (t) => {
    const { session, sent, stored } = await fakePage(t, {
      [`/auth/${method}/initiate`]: [200, started],
      [`/tokens/${method}`]: [200, { refresh: 'r1' }],
      '/browser-sessions': [201, { access: tokenOf('ana', 'first') }],
    })
    equal(await session.initiate(method, 'invited'), started.authorization_url)
    await session.finishSignIn(method, new URLSearchParams({ code: 'c1', state: 's1' }))
    const attributes = { code: 'c1', state: 's1', code_verifier: 'v1', invitation_token: 'invited' }
    const exchange = sent.find(({ path }) => path === `/tokens/${method}`)
    deepEqual(exchange?.body, { data: { type: `${method}-social-tokens`, attributes } })
    equal(session.tenantId(), 'first')
    equal(stored.size, 0)
  })
}

test('a sign-in that this window did not start is refused, and its code is sent nowhere', async (t) => {
  const { session, sent } = await fakePage(t, { '/auth/github/initiate': [200, started] })
  await session.initiate('github', null)
  const another = new URLSearchParams({ code: 'c1', state: 's2' })
  await rejects(session.finishSignIn('github', another), /was not started in this window/)
  equal(sent.length, 1)
})
