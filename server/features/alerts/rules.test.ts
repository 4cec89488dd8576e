/** Rules: valid conditions, permissions, and previews. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { type Flag, grant, member, type Member, showTo } from '../../testing/member.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { anyFailing, made, patch, path, plain, post, preview } from './testing/rules.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const placeOf = ({ status, fault }: Answered) => [status, fault.source?.pointer, fault.code]
const names = async (who: Client, query = ''): Promise<readonly string[]> =>
  (await who.get(`${path}?sort=name&${query}`)).items.map((item) => item.text('name'))
const failing = async (who: Client, query = ''): Promise<number> =>
  (await who.get(`/findings/latest?filter[status]=FAIL&filter[muted]=false&${query}`)).document.meta
    ?.pagination?.count ?? -1

/** A member who sees one account, of two that are there. */
async function partial(
  owner: Client,
  flags: readonly Flag[],
): Promise<Member & { hidden: string }> {
  const seen = await owner.provider()
  await owner.scanOnly(seen, 's3', 'iam')
  const hidden = await owner.provider('300000000002')
  await owner.scanOnly(hidden, 's3', 'iam')
  const made = await member(w, owner, flags)
  await showTo(w, { tenantId: owner.tenantId, roleId: made.roleId, providerId: seen })
  return { ...made, hidden }
}

describe('rules', () => {
  test('one is made with its defaults, listed, changed and deleted, and the audit log has it', async () => {
    const who = await w.user()
    const rule = await made(who)
    assert.deepEqual(
      ['description', 'enabled', 'disabled_reason', 'recipient_emails', 'last_fired_at'].map(
        (name) => rule.at(name),
      ),
      ['', true, null, [], null],
    )
    assert.deepEqual(rule.at('condition'), anyFailing)
    assert.deepEqual(rule.linked('author'), [who.userId])
    await made(who, { name: 'Critical', trigger: 'both', enabled: false })
    assert.deepEqual(await names(who), ['All that fails', 'Critical'])
    assert.deepEqual(await names(who, 'filter[enabled]=false'), ['Critical'])
    assert.deepEqual(await names(who, 'filter[trigger]=daily'), ['All that fails'])
    assert.deepEqual(await names(who, 'filter[search]=critic'), ['Critical'])
    const condition = { op: 'count_gte', count: 3, filter: { severity: ['critical'] } }
    const { item } = await patch(who, rule.id, { condition, enabled: false })
    assert.deepEqual(
      [item.at('condition'), item.at('enabled'), item.at('name')],
      [condition, false, plain.name],
    )
    assert.equal((await who.ask('DELETE', `${path}/${rule.id}`)).status, 204)
    assert.equal((await who.get(`${path}/${rule.id}`)).status, 404)
    const { items } = await who.get('/audit-events?filter[resource_type]=alert-rules')
    assert.deepEqual(items.map((event) => event.text('action')).toSorted(), [
      'alert_rules_create',
      'alert_rules_create',
      'alert_rules_destroy',
      'alert_rules_partial_update',
    ])
  })

  test('a fault points to its place in the condition', async () => {
    const who = await w.user()
    const at = '/data/attributes/condition'
    const nobody = '00000000-0000-4000-8000-000000000000'
    const cases: readonly [condition: object, pointer: string, code: string][] = [
      [{ op: 'and', conditions: [anyFailing, { op: 'x' }] }, '/conditions/1/op', 'invalid_choice'],
      [{ op: 'not', condition: { op: 'count_gte' } }, '/condition/count', 'required'],
      [
        { op: 'or', conditions: [{ op: 'any', filter: { provider_id: [nobody] } }] },
        '/conditions/0/filter/provider_id/0',
        'not_found',
      ],
    ]
    for (const [condition, pointer, code] of cases) {
      assert.deepEqual(placeOf(await post(who, { ...plain, condition })), [400, at + pointer, code])
      assert.deepEqual(placeOf(await preview(who, condition)), [400, at + pointer, code])
    }
    assert.equal((await post(who, { ...plain, name: 'no' })).status, 400)
    assert.equal((await post(who, { ...plain, trigger: 'weekly' })).status, 400)
  })

  test('a name is taken once in a tenant, and there are a hundred rules at most', async () => {
    const who = await w.user()
    await made(who)
    assert.deepEqual(placeOf(await post(who, plain)).slice(0, 2), [400, '/data/attributes/name'])
    const other = await made(who, { name: 'Other' })
    assert.equal((await patch(who, other.id, { name: plain.name })).status, 400)
    await w.test.administer(`
      insert into alert_rules (tenant_id, id, name, description, enabled, trigger, condition, provider_ids,
                               recipient_emails, next_daily_at)
      select '${who.tenantId}', gen_random_uuid(), 'Rule ' || n, '', false, 'daily', '{"op":"any"}', '{}', '{}', now()
        from generate_series(1, 98) n`)
    assert.equal((await post(who, { ...plain, name: 'Too many' })).fault.code, 'too_many')
  })

  test('members read them, and only who manages alerts writes them or asks for a preview', async () => {
    const owner = await w.user()
    const rule = await made(owner)
    const { client, roleId } = await member(w, owner, ['manage_integrations', 'manage_scans'])
    assert.deepEqual(await names(client), [plain.name])
    assert.equal((await post(client, plain)).status, 403)
    assert.equal((await patch(client, rule.id, { enabled: false })).status, 403)
    assert.equal((await client.ask('DELETE', `${path}/${rule.id}`)).status, 403)
    assert.equal((await preview(client, anyFailing)).status, 403)
    await grant(w, roleId, ['manage_alerts'])
    const changed = await patch(client, rule.id, { enabled: false })
    assert.deepEqual([changed.status, changed.item.linked('author')], [200, [client.userId]])
  })

  test('a rule that names an account is for those who see the account', async () => {
    const owner = await w.user()
    const { client, hidden } = await partial(owner, ['manage_alerts'])
    const condition = { op: 'any', filter: { provider_id: [hidden] } }
    const rule = await made(owner, { condition })
    await made(owner, { name: 'Of all' })
    assert.deepEqual(await names(client), ['Of all'])
    assert.equal((await client.get(`${path}/${rule.id}`)).status, 404)
    assert.equal((await patch(client, rule.id, { enabled: false })).status, 404)
    assert.equal((await client.ask('DELETE', `${path}/${rule.id}`)).status, 404)
    assert.deepEqual(placeOf(await post(client, { ...plain, condition })), [
      400,
      '/data/attributes/condition/filter/provider_id/0',
      'not_found',
    ])
  })

  test('a rule that names a resource is for those who see its account, however deep it names it', async () => {
    const owner = await w.user()
    const { client } = await partial(owner, ['manage_alerts'])
    const [seen] = (await client.get('/providers')).items
    const known = 'arn:aws:s3:::known'
    const secret = 'arn:aws:iam::300000000002:user/secret'
    await ingest(owner, [
      record({ uid: 'seen', account: seen?.text('uid') ?? '', resource: known }),
      record({ uid: 'hidden', account: '300000000002', resource: secret }),
    ])
    const of = (...resource_uid: string[]) => ({ op: 'any', filter: { resource_uid } })
    const within = (inner: object) => ({
      op: 'not',
      condition: { op: 'or', conditions: [anyFailing, inner] },
    })
    const rules = {
      known: of(known),
      'known within': within(of(known)),
      secret: of(secret),
      'secret within': within(of(secret)),
      'secret among others': of(known, secret),
      'unknown to all': of('arn:aws:iam::400000000003:user/other'),
    }
    const ids = new Map<string, string>()
    for (const [name, condition] of Object.entries(rules))
      ids.set(name, (await made(owner, { name, condition })).id)
    assert.deepEqual(await names(client), ['known', 'known within'])
    assert.equal((await names(owner)).length, 6)
    for (const name of ['secret', 'secret within', 'secret among others', 'unknown to all']) {
      const at = `${path}/${ids.get(name)}`
      assert.equal((await client.get(at)).status, 404)
      assert.equal((await client.ask('DELETE', at)).status, 404)
    }
    const own = await made(client, { name: 'mine', condition: rules['unknown to all'] })
    assert.equal((await client.get(`${path}/${own.id}`)).status, 200)
  })

  test('one whose author has left rests and says why, until another makes it theirs', async () => {
    const owner = await w.user()
    const { client } = await member(w, owner, ['manage_alerts'])
    const rule = await made(client)
    await w.test.administer(
      `delete from memberships where tenant_id = '${owner.tenantId}' and user_id = '${client.userId}'`,
    )
    const left = (await owner.get(`${path}/${rule.id}`)).item
    assert.deepEqual([left.at('enabled'), left.at('disabled_reason')], [false, 'author_left'])
    assert.deepEqual(left.linked('author'), [])
    const { item } = await patch(owner, rule.id, { enabled: true })
    assert.deepEqual([item.at('enabled'), item.at('disabled_reason')], [true, null])
  })
})

describe('a preview', () => {
  test('counts what the list of findings counts, names the first ten, and leaves nothing behind', async () => {
    const who = await w.user()
    const provider = await who.provider()
    await who.scanOnly(provider, 's3', 'iam')
    await who.scan(provider)
    const high = { severity: ['critical', 'high'] }
    const { item } = await preview(who, {
      op: 'and',
      conditions: [
        { op: 'any' },
        { op: 'count_gte', count: 1, filter: high },
        { op: 'not', condition: { op: 'any', filter: { region: ['nowhere'] } } },
        { op: 'new', filter: { provider_type: ['aws'] } },
      ],
    })
    const [all, most] = [
      await failing(who),
      await failing(who, 'filter[severity__in]=critical,high'),
    ]
    assert.ok(all > 10 && most > 0 && most < all, `${all} ${most}`)
    assert.equal(item.at('fires'), true)
    const at = '/data/attributes/condition/conditions'
    assert.deepEqual(item.at('counts'), [
      { pointer: `${at}/0`, op: 'any', count: all, holds: true },
      { pointer: `${at}/1`, op: 'count_gte', count: most, holds: true },
      { pointer: `${at}/2/condition`, op: 'any', count: 0, holds: false },
      { pointer: `${at}/3`, op: 'new', count: all, holds: true },
    ])
    const named = item.at('findings') as { id: string; severity: string; provider_id: string }[]
    assert.equal(named.length, 10)
    assert.ok(['critical', 'high'].includes(named[0]?.severity ?? ''))
    assert.equal((await who.get(`/findings/${named[0]?.id}`)).status, 200)
    assert.deepEqual(await names(who), [])
    const { items } = await who.get('/audit-events?filter[action]=alert_rules_preview')
    assert.deepEqual(items, [])
  })

  test('tells what its caller sees, and nothing of other tenants', async () => {
    const owner = await w.user()
    const { client } = await partial(owner, ['manage_alerts'])
    const [seen] = (await client.get('/providers')).items
    await ingest(owner, [
      record({ uid: 'seen', account: seen?.text('uid') ?? '' }),
      record({ uid: 'hidden', account: '300000000002' }),
    ])
    const countOf = async (who: Client) =>
      ((await preview(who, anyFailing)).item.at('counts') as { count: number }[])[0]?.count
    assert.deepEqual([await countOf(owner), await countOf(client)], [2, 1])
    assert.equal(await countOf(await w.user()), 0)
  })

  test('does not count what is muted, passes or is another resource’s', async () => {
    const who = await w.user()
    await ingest(who, [
      record({ uid: 'one', resource: 'arn:aws:s3:::a' }),
      record({ uid: 'two', resource: 'arn:aws:s3:::b' }),
      record({ uid: 'good', status: 'PASS' }),
    ])
    const one = (await who.get('/findings/latest?filter[uid]=one')).item.id
    const countOf = async (filter: object) =>
      ((await preview(who, { op: 'any', filter })).item.at('counts') as { count: number }[])[0]
        ?.count
    assert.equal(await countOf({}), 2)
    assert.equal(await countOf({ resource_uid: ['arn:aws:s3:::b', 'arn:aws:s3:::c'] }), 1)
    await who.make('/mute-rules', 'mute-rules', {
      name: 'noise',
      reason: 'noise',
      finding_ids: [one],
    })
    assert.equal(await countOf({}), 1)
    assert.equal(await countOf({ service: ['s3'] }), 1)
    assert.equal(await countOf({ service: ['ec2'] }), 0)
  })

  test('knows what is new, what is reopened, what ends soon and which accounts are lost', async () => {
    const who = await w.user()
    const holdsOf = async (condition: object) => {
      const { item } = await preview(who, condition)
      const [answer] = item.at('counts') as { count: number }[]
      return [item.at('fires'), answer?.count]
    }
    const day = Date.UTC(2026, 0, 15)
    const seen = (n: number, status: 'PASS' | 'FAIL') =>
      ingest(who, [record({ uid: 'one', status, time: day + n * 86_400_000 })])
    await seen(0, 'FAIL')
    assert.deepEqual(await holdsOf({ op: 'new' }), [true, 1])
    assert.deepEqual(await holdsOf({ op: 'reopened' }), [false, 0])
    await seen(1, 'PASS')
    assert.deepEqual(await holdsOf({ op: 'new' }), [false, 0])
    await seen(2, 'FAIL')
    assert.deepEqual(await holdsOf({ op: 'reopened' }), [true, 1])
    assert.deepEqual(await holdsOf({ op: 'new' }), [false, 0])

    const id = (await who.get('/findings/latest?filter[uid]=one')).item.id
    const rule = await who.make('/mute-rules', 'mute-rules', {
      name: 'for a while',
      reason: 'noise',
      finding_ids: [id],
      expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    })
    assert.deepEqual(await holdsOf({ op: 'expiring', days: 7 }), [true, 1])
    assert.deepEqual(await holdsOf({ op: 'expiring', days: 2 }), [false, 0])
    await who.ask('DELETE', `/mute-rules/${rule.id}`)
    assert.deepEqual(await holdsOf({ op: 'expiring', days: 7 }), [false, 0])

    assert.deepEqual(await holdsOf({ op: 'connection_lost' }), [false, 0])
    await w.test.administer(
      `update providers set connected = false where tenant_id = '${who.tenantId}'`,
    )
    assert.deepEqual(await holdsOf({ op: 'connection_lost' }), [true, 1])
    const [provider] = (await who.get('/providers')).items
    const { item } = await preview(who, { op: 'connection_lost' })
    assert.deepEqual(item.at('provider_ids'), [provider?.id])
    const azure = { op: 'connection_lost', filter: { provider_type: ['azure'] } }
    assert.deepEqual(await holdsOf(azure), [false, 0])
  })

  test('knows a verified finding that is shown as failing again soon', async () => {
    const who = await w.user()
    await ingest(who, [record({ uid: 'manual', status: 'MANUAL' })])
    const { id } = (await who.get('/findings/latest')).item
    await who.ask('PATCH', `/findings/${id}/triage`, {
      data: { type: 'finding-triages', attributes: { status: 'resolved', note: 'seen' } },
    })
    const firesIn = async (days: number) =>
      (await preview(who, { op: 'expiring', days })).item.at('fires')
    assert.deepEqual([await firesIn(89), await firesIn(90)], [false, true])
  })
})
