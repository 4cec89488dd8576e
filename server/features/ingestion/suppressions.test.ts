import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { type Described, firstDay, ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** As Prowler writes a finding that it has muted. */
const suppressed = (described: Described, more: object = {}): object => ({
  ...record(described),
  status: 'Suppressed',
  status_id: 3,
  ...more,
})
const later = (minutes: number): number => firstDay + minutes * 60_000
const fromFile = 'Suppressed in the file findings.ocsf.json'

async function muted(client: Client): Promise<Record<string, unknown>> {
  const { items } = await client.get('/findings/latest?page[size]=100')
  return Object.fromEntries(
    items.map((one) => [
      one.text('uid'),
      one.at('muted') === true ? one.at('muted_reason') : one.text('status'),
    ]),
  )
}
const failing = async (client: Client): Promise<number> =>
  (await client.get('/overviews/findings')).item.number('fail')

test('what a scanner has suppressed arrives muted, with a reason that names the file', async () => {
  const user = await w.user()
  const file = [
    suppressed({ uid: 'a' }),
    record({ uid: 'b' }),
    suppressed({ uid: 'c', status: 'PASS' }),
    suppressed({ uid: 'd', status: 'MANUAL' }, { comment: 'A test account.' }),
    { ...record({ uid: 'e' }), status: 'Suppressed' },
    { ...record({ uid: 'f' }), status: 'Suppressed', status_id: 1 },
  ]
  await ingest(user, file)
  deepEqual(await muted(user), {
    a: fromFile,
    b: 'FAIL',
    c: fromFile,
    d: `${fromFile}: A test account.`,
    e: fromFile,
    f: 'FAIL',
  })
  equal(await failing(user), 2)
  const [finding] = (await user.get('/findings/latest?filter[uid]=a')).items
  equal(finding?.text('status'), 'FAIL')
})

test('a later file shows a finding again that it does not suppress, and only if a file muted it', async () => {
  const user = await w.user()
  await ingest(user, [suppressed({ uid: 'a' }), suppressed({ uid: 'b' })])
  const { items } = await user.get('/findings/latest')
  const ruled = items.find((one) => one.text('uid') === 'b')
  const rule = await user.make('/mute-rules', 'mute-rules', {
    name: 'a rule',
    reason: 'By a rule.',
    finding_ids: [ruled?.id],
  })
  deepEqual(await muted(user), { a: fromFile, b: 'By a rule.' })
  await ingest(user, [record({ uid: 'a', time: later(1) }), record({ uid: 'b', time: later(1) })])
  deepEqual(await muted(user), { a: 'FAIL', b: 'By a rule.' })
  await ingest(user, [suppressed({ uid: 'b', time: later(2) })])
  equal((await user.ask('DELETE', `/mute-rules/${rule.id}`)).status, 204)
  deepEqual(await muted(user), { a: 'FAIL', b: fromFile })
})

test('a file that changes a verdict keeps what it says of its suppression', async () => {
  const user = await w.user()
  await ingest(user, [suppressed({ uid: 'a', status: 'PASS' })])
  await ingest(user, [suppressed({ uid: 'a', status: 'FAIL', time: later(1) })])
  deepEqual(await muted(user), { a: fromFile })
  await ingest(user, [record({ uid: 'a', status: 'PASS', time: later(2) })])
  deepEqual(await muted(user), { a: 'PASS' })
})

test('findings that are muted come back from an export as they were', async () => {
  const user = await w.user()
  await ingest(user, [
    record({ uid: 'a' }),
    suppressed({ uid: 'b' }),
    record({ uid: 'c', status: 'PASS' }),
  ])
  const [one] = (await user.get('/findings/latest?filter[uid]=a')).items
  await user.make('/mute-rules', 'mute-rules', {
    name: 'a rule',
    reason: ' Accepted until 2027: see #42 ',
    finding_ids: [one?.id],
  })
  const exported = async (client: Client): Promise<string> => {
    const headers = { Authorization: client.authorization, Accept: 'application/vnd.ocsf+json' }
    return (await fetch(`${client.base}/findings/latest`, { headers })).text()
  }
  const other = await w.user()
  await ingest(other, await exported(user))
  deepEqual(await muted(other), await muted(user))
  const third = await w.user()
  await ingest(third, await exported(other))
  deepEqual(await muted(third), await muted(user))
})
