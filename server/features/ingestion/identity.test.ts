import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { firstDay, ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const arn = (cluster: string): string => `arn:aws:ecs:eu-west-1:210987654321:service/${cluster}/web`
const uid = 'prowler-aws-ecs_service_no_assign_public_ip-210987654321-eu-west-1-web'
/** As a scanner writes services of the same name in different clusters: with the same uid. */
const service = (
  cluster: string,
  status: 'PASS' | 'FAIL' | 'MANUAL',
  more: { readonly time?: number; readonly region?: string; readonly uid?: string } = {},
): object => record({ uid, status, service: 'ecs', resource: arn(cluster), ...more })

/** By resource: the verdict, and the finding's uid. */
async function shown(client: Client): Promise<Record<string, readonly [string, string]>> {
  const { items, included } = await client.get('/findings/latest?include=resources&page[size]=100')
  const uids = new Map(included.map((one) => [one.id, one.text('uid')]))
  return Object.fromEntries(
    items.map((item) => [
      uids.get(item.linked('resources')[0] ?? '') ?? '',
      [item.text('status'), item.text('uid')] as const,
    ]),
  )
}
const statuses = async (client: Client): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await shown(client)).map(([resource, [status]]) => [resource, status]),
  )
const written = async ({ tenantId }: Client): Promise<unknown> =>
  w.test.administer(`
    select count(*), max(changed_at)::text as changed,
           (select count(*) from finding_history h where h.tenant_id = '${tenantId}') as history
      from findings where tenant_id = '${tenantId}'`)

for (const [first, second] of [
  ['PASS', 'FAIL'],
  ['FAIL', 'PASS'],
] as const)
  test(`two resources of one uid are two findings: ${first} of one, ${second} of the other`, async () => {
    const user = await w.user()
    const file = [service('c1', first), service('c2', second)]
    const done = await ingest(user, file)
    equal(done.object('summary')['processed'], 2)
    deepEqual(await statuses(user), { [arn('c1')]: first, [arn('c2')]: second })
    equal((await user.get('/resources')).count, 2)
    const before = await written(user)
    await ingest(user, file.toReversed())
    deepEqual(await written(user), before)
    const known = await shown(user)
    await ingest(user, [service('c2', first, { time: firstDay + 1_000 })])
    deepEqual(await shown(user), {
      ...known,
      [arn('c2')]: [first, known[arn('c2')]?.[1]],
    })
  })

test('resources of one uid in different regions and units are findings each', async () => {
  const user = await w.user()
  const regions = ['eu-west-1', 'eu-west-2', 'eu-west-3']
  await ingest(
    user,
    regions.map((region) => record({ uid, resource: 'default', region, service: 'ec2' })),
  )
  const { items } = await user.get('/findings/latest')
  equal(new Set(items.map((one) => one.text('uid'))).size, 3)
  equal((await user.get('/resources')).count, 3)
})

test('a finding that was stored under its uid alone keeps it, and another resource gets its own', async () => {
  const user = await w.user()
  await ingest(user, [service('c1', 'FAIL')])
  const [before] = (await user.get('/findings/latest')).items
  await ingest(user, [service('c2', 'FAIL'), service('c1', 'FAIL')])
  const [after] = (await user.get(`/findings/latest?filter[uid]=${uid}`)).items
  equal(after?.id, before?.id)
  deepEqual(after?.linked('resources'), before?.linked('resources'))
  const { [arn('c1')]: one, [arn('c2')]: other } = await shown(user)
  equal(one?.[1], uid)
  match(other?.[1] ?? '', /#resource=[0-9a-f-]{36}$/)
})

for (const order of [
  ['PASS', 'FAIL', 'MANUAL'],
  ['FAIL', 'MANUAL', 'PASS'],
] as const)
  test(`of records of one moment the worst is recorded: ${order.join(', ')}`, async () => {
    const user = await w.user()
    const done = await ingest(
      user,
      order.map((status) => service('c1', status)),
    )
    deepEqual(await statuses(user), { [arn('c1')]: 'FAIL' })
    const errors = (await user.get(`/ingestions/${done.id}/errors`)).items
    deepEqual(
      errors.map((one) => [one.at('index'), one.text('code')]),
      [0, 1, 2].filter((at) => order[at] !== 'FAIL').map((at) => [at, 'duplicate']),
    )
    for (const one of errors)
      match(one.text('detail'), new RegExp(`record ${order.indexOf('FAIL')}\\b.*FAIL`))
  })

test('rules and decisions are about the finding of one resource', async () => {
  const user = await w.user()
  await ingest(user, [service('c1', 'FAIL'), service('c2', 'FAIL')])
  const known = await shown(user)
  const { items } = await user.get('/findings/latest')
  const second = items.find((one) => one.text('uid') !== uid)
  await user.make('/mute-rules', 'mute-rules', {
    name: 'a rule',
    reason: 'a reason',
    finding_ids: [second?.id],
  })
  const muted = (await user.get('/findings/latest?filter[muted]=true')).items
  deepEqual(
    muted.map((one) => one.text('uid')),
    [known[arn('c2')]?.[1]],
  )
  const path = `/findings/${encodeURIComponent(second?.text('uid') ?? '')}/triage`
  equal((await user.get(path)).status, 200)
})

test('findings that share a uid keep their identities through an export and an import', async () => {
  const user = await w.user()
  const file = [service('c1', 'FAIL'), service('c2', 'PASS'), service('c3', 'MANUAL')]
  await ingest(user, file)
  const exported = await fetch(`${user.base}/findings/latest`, {
    headers: { Authorization: user.authorization, Accept: 'application/vnd.ocsf+json' },
  })
  const content = await exported.text()
  const other = await w.user()
  await ingest(other, content)
  deepEqual(await shown(other), await shown(user))
  // Later records of the scanner itself are about the findings that came by the export.
  const later = { time: Date.now() + 60_000 }
  const changed = [service('c1', 'PASS', later), service('c2', 'FAIL', later)]
  for (const client of [other, user]) await ingest(client, changed)
  deepEqual(await statuses(user), {
    [arn('c1')]: 'PASS',
    [arn('c2')]: 'FAIL',
    [arn('c3')]: 'MANUAL',
  })
  deepEqual(await shown(other), await shown(user))
})
