/** What is noted beside plain changes: who comes in, what the product does by itself, secrets that are opened. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chainKey } from '../../keys.ts'
import { verifyChain } from '../../platform/audit/index.ts'
import { ingest, record, send } from '../ingestion/testing/files.ts'
import { type Client, type Item, password, type World, world } from '../../testing/index.ts'
import { eventually } from '../../testing/eventually.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  for (const { tenantId } of [w.acme, w.rival])
    assert.equal(
      (await w.test.database.inTenant(tenantId, (tx) => verifyChain(tx, chainKey(w.config))))
        .broken,
      null,
    )
  await w.close()
  await w.test.close()
})

const noted = async (who: Client, action: string): Promise<readonly Item[]> =>
  (await who.get(`/audit-events?filter[action]=${action}&page[size]=100`)).items

/** The first such event, once it is there: some are written after the answer. */
async function awaited(who: Client, action: string): Promise<Item> {
  let event: Item | undefined
  await eventually(`an event ${action} is noted`, async () => {
    ;[event] = await noted(who, action)
    return event !== undefined
  })
  return event as Item
}

const signIn = (who: Client, secret: string): ReturnType<Client['ask']> =>
  w.anonymous.ask('POST', '/tokens', {
    data: { type: 'tokens', attributes: { email: who.email, password: secret } },
  })

test('sign-up and sign-in are recorded in the tenant that they open', async () => {
  const owner = await w.user()
  const [signedUp] = await noted(owner, 'users_create')
  assert.equal(signedUp?.text('actor_id'), owner.userId)
  assert.equal(signedUp?.text('after', 'email'), owner.email)
  const answer = await signIn(owner, password)
  const [signedIn] = await noted(owner, 'tokens_create')
  assert.equal(signedIn?.text('actor_id'), owner.userId)
  assert.equal(signedIn?.text('request_id'), answer.headers.get('transaction-id'))
})

test('a wrong password is recorded in the tenant of its user', async () => {
  const owner = await w.user()
  const answer = await signIn(owner, 'not the password')
  assert.equal(answer.status, 400)
  const refused = await awaited(owner, 'tokens_create_refused')
  assert.equal(refused.text('resource_id'), owner.userId)
  assert.equal(refused.at('actor_id'), null)
  assert.equal(refused.text('request_id'), answer.headers.get('transaction-id'))
})

test('many refused sign-ins of a user are counted in a few events', async () => {
  const owner = await w.user()
  const guesses = Array.from({ length: 24 }, (_, n) => signIn(owner, `guess ${n}`))
  const asked = (await Promise.all(guesses)).map(({ headers }) => headers.get('transaction-id'))
  const found = await eventually('the tenth is noted', async () => {
    const events = await noted(owner, 'tokens_create_refused')
    return Number(events[0]?.at('after', 'refused')) >= 10 && events
  })
  assert.ok(found.length <= 2, `${found.length} events`)
  for (const event of found) assert.ok(asked.includes(event.text('request_id')))
})

test('founding a tenant and switching to it are noted in that tenant', async () => {
  const owner = await w.user()
  const tenant = await owner.make('/tenants', 'tenants', { name: 'A second one' })
  const pair = await owner.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: tenant.id })
  const there = { ask: { Authorization: `Bearer ${pair.text('access')}` } }
  const events = await w.anonymous.ask('GET', '/audit-events', undefined, there.ask)
  assert.deepEqual(
    events.items.map((event) => event.text('action')),
    ['tokens_switch_create', 'tenants_create'],
  )
})

test('accepting an invitation is noted in the tenant that invited', async () => {
  const role = (await w.acme.get('/roles?filter[name]=admin')).item
  const roles = [{ type: 'roles', id: role.id }]
  const invited = await w.user()
  const made = await w.acme.make(
    '/tenants/invitations',
    'invitations',
    { email: invited.email },
    { roles },
  )
  const membership = await invited.make('/invitations/accept', 'invitations', {
    invitation_token: made.text('token'),
  })
  const [accepted] = await noted(w.acme, 'invitations_accept_create')
  assert.equal(accepted?.text('actor_id'), invited.userId)
  assert.equal(accepted?.text('resource_id'), membership.id)
})

test('a secret that is opened for a check or a scan is noted with the task that it was opened for', async () => {
  const provider = await w.rival.provider()
  const secret = (await w.rival.get('/providers/secrets')).item.id
  const check = (await w.rival.ask('POST', `/providers/${provider}/connection`)).item
  await w.rival.finished(check.id)
  await w.rival.scan(provider)
  for (const action of ['provider-connection-check', 'scan-perform']) {
    const [opened] = await noted(w.rival, action)
    assert.equal(opened?.text('resource_id'), secret, action)
    assert.equal(opened?.text('after', 'opened_for', 'provider'), provider)
    assert.equal(opened?.at('actor_id'), null)
  }
  const [byCheck] = await noted(w.rival, 'provider-connection-check')
  assert.equal(byCheck?.text('after', 'opened_for', 'task'), check.id)
})

test('mutes, triage and schedules are noted with the row before and after', async () => {
  const finding = (await w.rival.get('/findings/latest?filter[status]=FAIL&page[size]=1')).item
  const rule = await w.rival.make('/mute-rules', 'mute-rules', {
    name: 'a rule',
    reason: 'a reason',
    finding_ids: [finding.id],
  })
  const muted = { type: 'mute-rules', id: rule.id, attributes: { enabled: false } }
  await w.rival.ask('PATCH', `/mute-rules/${rule.id}`, { data: muted })
  const [changed] = await noted(w.rival, 'mute_rules_partial_update')
  assert.deepEqual(
    [changed?.at('before', 'enabled'), changed?.at('after', 'enabled')],
    [true, false],
  )
  const triage = { type: 'finding-triages', attributes: { status: 'under_review' } }
  const decided = await w.rival.ask('PATCH', `/findings/${finding.id}/triage`, { data: triage })
  assert.equal(decided.status, 200, decided.text)
  const [decision] = await noted(w.rival, 'findings_triage_partial_update')
  assert.deepEqual(
    [decision?.at('before', 'status'), decision?.at('after', 'status')],
    ['open', 'under_review'],
  )
  const provider = (await w.rival.get('/providers')).item.id
  await w.rival.make('/schedules/daily', 'daily-schedules', { provider_id: provider })
  assert.equal((await w.rival.ask('DELETE', `/schedules/${provider}`)).status, 204)
  const [ended] = await noted(w.rival, 'schedules_destroy')
  assert.equal(ended?.at('before', 'scan_frequency'), 'DAILY')
  assert.equal(ended?.at('after', 'scan_enabled'), false)
})

test('a file of findings is noted with who sent it, its name and its size', async () => {
  const sent = await ingest(w.rival, record({ uid: 'a noted finding' }))
  const [event] = await noted(w.rival, 'ingestions_create')
  assert.equal(event?.text('actor_id'), w.rival.userId)
  assert.equal(event?.text('resource_id'), sent.id)
  assert.deepEqual(
    [event?.at('before'), event?.at('after', 'file_name'), event?.at('after', 'bytes')],
    [null, sent.at('file_name'), sent.at('bytes')],
  )
  const refused = await send(w.rival, 'no report')
  assert.equal(refused.status, 400)
  assert.equal((await noted(w.rival, 'ingestions_create')).length, 1)
})

test('a long mutelist is noted by its size and digest, not twice in full for each change', async () => {
  const owner = await w.user()
  const listOf = (end: string) => {
    const names = Array.from({ length: 4_000 }, (_, at) => `bucket-${at}-${end}`)
    const checks = { Checks: { '*': { Regions: ['*'], Resources: names } } }
    return { Mutelist: { Accounts: { '*': checks } } }
  }
  const written = { processor_type: 'mutelist', configuration: listOf('a') }
  const { id } = await owner.make('/processors', 'processors', written)
  const data = { type: 'processors', attributes: { configuration: listOf('b') } }
  assert.equal((await owner.ask('PATCH', `/processors/${id}`, { data })).status, 200)
  const answer = await owner.get('/audit-events?filter[action]=processors_partial_update')
  assert.ok(answer.text.length < 5_000, `${answer.text.length} characters`)
  const [event] = answer.items
  const digests = ['before', 'after'].map((when) => event?.text(when, 'configuration', 'sha256'))
  assert.match(digests.join(' '), /^[0-9a-f]{64} [0-9a-f]{64}$/)
  assert.notEqual(digests[0], digests[1])
})

test('a preview changes nothing and is not noted', async () => {
  const finding = (await w.rival.get('/findings/latest?page[size]=1')).item
  await w.rival.make('/mute-rules/preview', 'mute-rule-previews', { finding_ids: [finding.id] })
  assert.deepEqual(await noted(w.rival, 'mute_rules_preview'), [])
})

test('a rule that ends by the clock, and a provider whose rows are deleted, are noted as done by nobody', async () => {
  const finding = (await w.rival.get('/findings/latest?filter[status]=FAIL&page[size]=2')).items[1]
  const rule = await w.rival.make('/mute-rules', 'mute-rules', {
    name: 'a short rule',
    reason: 'a reason',
    finding_ids: [finding?.id],
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await w.test.administer(
    `update mute_rules set expires_at = now() - interval '1 second' where id = '${rule.id}'`,
  )
  const over = await awaited(w.rival, 'mute-rule-ended')
  assert.deepEqual([over.text('resource_id'), over.at('actor_id')], [rule.id, null])
  const provider = (await w.rival.get('/providers')).item.id
  const task = (await w.rival.ask('DELETE', `/providers/${provider}`)).item
  await w.rival.finished(task.id)
  const deletion = await awaited(w.rival, 'provider-deletion')
  assert.equal(deletion.text('resource_id'), provider)
})
