/** Anonymous requests begin sign-ins at a tenant's provider; what that leaves behind is bounded. */
import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../../testing/index.ts'
import { configure, signIn } from './testing/browser.ts'
import { IdentityProvider } from './testing/identity-provider.ts'

let w: World
let domain: string
const provider = new IdentityProvider()
before(async () => {
  w = await world()
  domain = await configure(w.acme, provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function begin(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const answer = await fetch(`${w.base}/accounts/saml/${domain}/login`, { redirect: 'manual' })
    equal(answer.status, 302)
  }
}
async function rows(where = 'true'): Promise<number> {
  const [found] = await w.test.administer(`
    select count(*)::int as count
      from saml_sign_ins
     where tenant_id = '${w.acme.tenantId}' and ${where}`)
  return found?.['count'] as number
}

test('of one address a hundred sign-ins wait, and it ends none of another address', async () => {
  await begin(1)
  await w.test.administer(`update saml_sign_ins set address = '203.0.113.7'`)
  await begin(120)
  equal(await rows(`address = '203.0.113.7'`), 1)
  equal(await rows(), 101)
  equal((await signIn(w, domain, provider, { nameId: `ann@${domain}` })).status, 200)
})

test('sign-ins that expired without an answer are deleted, and those with one are kept for a day', async () => {
  await w.test.administer(`update saml_sign_ins set expires_at = now() - interval '1 minute'`)
  const answered = await rows('asserted is not null')
  await begin(1)
  equal(await rows('asserted is null'), 1)
  equal(await rows('asserted is not null'), answered)
  await w.test.administer(`update saml_sign_ins set expires_at = now() - interval '25 hours'`)
  await begin(1)
  equal(await rows(), 1)
})
