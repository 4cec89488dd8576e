/**
 * Deliveries to every target while a fifth of all calls fails and the process that delivers dies by SIGKILL: none
 * is lost, none has two effects if the target can detect repeats, and failures have a reason. `npm run test:all --
 * cli/deliveries` makes a thousand, and kills three times.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type FixtureCloud,
  isWhole,
  seeded,
  smallAccount,
  startFixtureCloud,
  testSeed,
} from '@plumbline/scanner/testing'
import type { Client, Item } from '@plumbline/server/testing'
import { ingest, record } from '@plumbline/server/testing/files'
import { refusedResource, Targets } from '@plumbline/server/testing/targets'
import { amongFakes, Installation } from './testing/installation.ts'

/** Jira: issues of each of two sites. Then so many integrations of each kind, and so many full scans that each of them hears of. */
const size = isWhole
  ? { issues: 280, ofEach: { slack: 3, teams: 3, webhook: 3, splunk: 3, syslog: 3 }, scans: 26 }
  : { issues: 48, ofEach: { slack: 1, teams: 1, webhook: 2, splunk: 1, syslog: 1 }, scans: 3 }
const kills = isWhole ? 3 : 1
const perScan = 2 + Object.values(size.ofEach).reduce((sum, n) => sum + n, 0)
const total = 2 * size.issues + perScan * size.scans
// A quiet machine takes one minute for the sample; a busy one ten times that.
const limitMs = (isWhole ? 45 : 15) * 60_000
/** Every so many-th finding is one that Jira refuses. */
const refusedEach = 16

let targets: Targets
let cloud: FixtureCloud
let installation: Installation

before(async () => {
  targets = await Targets.start(seeded(testSeed))
  cloud = await startFixtureCloud({ accounts: [{ ...smallAccount(), id: targets.hub.account }] })
  installation = await Installation.prepare(
    {
      AWS_ENDPOINT_URL: cloud.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
      PUBLIC_URL: 'https://plumbline.example',
      INTERNAL_TARGETS: `tls://localhost:${targets.syslog.port}`,
      PLUMBLINE_TEST_SITES: JSON.stringify(targets.sites(cloud.url)),
      LEASE_SECONDS: '4',
      ACCESS_TOKEN_MINUTES: '120',
      LOG_LEVEL: 'error', // each failure is a warning
    },
    amongFakes,
  )
  await installation.start()
  await installation.signUp('deliveries')
})
after(async () => {
  await installation.stop()
  await Promise.all([cloud.close(), targets.close()])
})

interface Made {
  readonly type: string
  readonly id: string
}

async function integrate(client: Client, provider: string): Promise<Made[]> {
  const made: Made[] = []
  const make = async (type: string, attributes: object, providers: object[]): Promise<void> => {
    const body = { integration_type: type, ...attributes }
    const links = { providers: providers as { type: string; id: string }[] }
    made.push({ type, id: (await client.make('/integrations', 'integrations', body, links)).id })
  }
  for (const at of targets.jiras.keys()) await make('jira', targets.jiraAttributes(at), [])
  for (const [type, attributes] of Object.entries(targets.attributes))
    for (let n = (size.ofEach as Readonly<Record<string, number>>)[type] ?? 1; n > 0; n -= 1)
      await make(type, attributes, [{ type: 'providers', id: provider }])
  return made
}

/** Findings of a check for each site, and what sends them there, one issue each. */
async function dispatch(client: Client, made: readonly Made[]): Promise<void> {
  const sites = made.filter(({ type }) => type === 'jira')
  const records = sites.flatMap((_, site) =>
    Array.from({ length: size.issues }, (_, n) => {
      const name = n % refusedEach === refusedEach - 1 ? refusedResource : 'open'
      const uid = `site-${site}-${n}`
      const resource = `arn:aws:s3:::${name}-${n}`
      return record({ uid, check: `check_of_site_${site}`, resource })
    }),
  )
  await ingest(client, records)
  for (const [site, { id }] of sites.entries()) {
    const attributes = { project_key: 'OPS', issue_type: 'Task' }
    const data = { type: 'integrations-jira-dispatches', attributes }
    const path = `/integrations/${id}/jira/dispatches?filter[check_id]=check_of_site_${site}`
    const answer = await client.ask('POST', path, { data })
    equal(answer.status, 202, answer.text)
  }
}

/** The next full scan finds a bucket more than the last. */
async function scan(client: Client, provider: string, n: number): Promise<string> {
  const { buckets } = cloud.account(targets.hub.account).s3
  const [first] = buckets
  if (first) buckets.push({ ...first, name: `larkspur-more-${n}` })
  const link = { provider: { type: 'providers', id: provider } }
  return (await client.make('/scans', 'scans', {}, link)).text('task_args', 'scan_id')
}

/** Fewer than the sample has of a site, so that it reads pages too. */
const pageSize = 40

async function logOf(client: Client, { id }: Made): Promise<Item[]> {
  const rows: Item[] = []
  const path = `/integrations/${id}/deliveries?page[size]=${pageSize}&sort=inserted_at`
  // By number: links use the public address, where no server listens in this test.
  for (let number = 1; ; number += 1) {
    const page = await client.get(`${path}&page[number]=${number}`)
    equal(page.status, 200, page.text)
    rows.push(...page.items)
    if (page.next === null) return rows
  }
}

async function countOf(made: readonly Made[], filter: string): Promise<number> {
  const { client } = installation
  let count = 0
  for (const { id } of made)
    count += (await client.get(`/integrations/${id}/deliveries?page[size]=1&${filter}`)).count
  return count
}

/** The pending deliveries and their reasons, for the message of a timeout. */
async function waiting(made: readonly Made[]): Promise<string> {
  const lines: string[] = []
  for (const one of made)
    for (const row of await logOf(installation.client, one))
      if (row.at('state') === 'pending')
        lines.push(`${one.type} ${row.number('attempts')} ${String(row.at('reason'))}`)
  return [...times(lines)].map(([line, n]) => `${n} × ${line}`).join('\n')
}

/** How often each is there. */
function times(ids: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Ids of deliveries by which messages and events came, and how often each message did. */
function received(): Readonly<Record<string, ReadonlyMap<string, number>>> {
  const { slack, teams, webhook, splunk, syslog } = targets
  const slackIds = slack.messages.map(({ body }) => {
    const { event_payload } = body['metadata'] as { event_payload: { id: string } }
    return event_payload.id
  })
  const teamsIds = teams.cards.map(
    (card) => /Delivery ([0-9a-f-]{36})/.exec(JSON.stringify(card))?.[1] ?? 'none',
  )
  const events = splunk.events.map(({ event }) => `${event['delivery_id']} ${event['id']}`)
  const messages = syslog.messages.map(
    ({ extensions }) => `${extensions['deviceExternalId']} ${extensions['externalId']}`,
  )
  return {
    slack: times(slackIds),
    teams: times(teamsIds),
    webhook: times([...webhook.events.keys(), ...webhook.repeated]),
    splunk: times(events),
    syslog: times(messages),
  }
}

/** One issue for each delivery; each finding in the hub; each file in the bucket; the rest at least once, by its id. */
async function checkEffects(made: readonly Made[]): Promise<void> {
  const { client } = installation
  const got = received()
  const sites = made.filter(({ type }) => type === 'jira')
  for (const [at, site] of sites.entries()) {
    const keys = (await logOf(client, site))
      .filter((row) => row.at('state') === 'delivered')
      .map((row) => row.text('outcome', 'issue_key'))
    const issues = targets.jiras[at]?.issues ?? []
    deepEqual(keys.toSorted(), issues.map(({ key }) => key).toSorted())
    const labels = issues.map(({ fields }) => String((fields['labels'] as string[]).at(-1)))
    equal(new Set(labels).size, issues.length, 'an issue was made twice')
  }
  for (const one of made) {
    const rows = (await logOf(client, one)).filter((row) => row.at('state') === 'delivered')
    if (one.type === 'aws_security_hub') {
      const newest = rows.at(-1)
      const there = [...targets.hub.findings.values()].reduce((sum, { size: n }) => sum + n, 0)
      ok(there > 0)
      equal(newest?.number('outcome', 'refused_count'), 0)
      equal(there, newest?.number('outcome', 'imported'))
    } else if (one.type === 'amazon_s3') {
      const sum = (name: string): number =>
        rows.reduce((n, row) => n + row.number('outcome', name), 0)
      const objects = [...targets.store.objects.values()]
      deepEqual(
        [objects.length, objects.reduce((n, { body }) => n + body.length, 0)],
        [sum('files'), sum('bytes')],
      )
    } else if (one.type !== 'jira') {
      const ids = [...(got[one.type] ?? new Map<string, number>()).keys()]
      for (const row of rows) {
        const sent = row.at('outcome', 'sent')
        const own = ids.filter((id) => id.startsWith(row.id)).length
        equal(own, Number(sent), `${one.type} has ${own} of ${String(sent)} of ${row.id}`)
      }
    }
  }
}

test('deliveries under faults: of all that a fifth of calls and kills of the worker disturb, none is lost, and none has two effects where its target can tell', {
  timeout: limitMs,
}, async (t) => {
  const until = Date.now() + limitMs - 30_000
  const provider = await installation.client.provider(targets.hub.account)
  const made = await integrate(installation.client, provider)
  await dispatch(installation.client, made)
  targets.break()
  let [killed, scans, scanId] = [0, 0, '']
  const isScanned = async (): Promise<boolean> =>
    scanId === '' ||
    (await installation.client.get(`/scans/${scanId}`)).item.text('state') === 'completed'
  for (let ended = 0; ended < total; await sleep(isWhole ? 1_000 : 300)) {
    if (Date.now() > until)
      throw new Error(
        `${ended} of ${total} ended in time (seed ${testSeed}): ${await waiting(made)}`,
      )
    if (scans < size.scans && (await isScanned())) {
      scanId = await scan(installation.client, provider, scans)
      scans += 1
    }
    ended = await countOf(made, 'filter[state__in]=delivered,failed')
    if (killed < kills && ended >= ((killed + 1) * total) / (kills + 2)) {
      await installation.crash()
      await installation.start()
      killed += 1
    }
  }
  equal(killed, kills)
  targets.heal()

  const { client } = installation
  const logs = new Map(
    await Promise.all(made.map(async (one) => [one, await logOf(client, one)] as const)),
  )
  const rows = [...logs.values()].flat()
  equal(rows.length, total)
  const failed = rows.filter((row) => row.at('state') === 'failed')
  const ofJira = made.filter(({ type }) => type === 'jira').flatMap((one) => logs.get(one) ?? [])
  equal(
    ofJira.filter((row) => row.at('state') === 'failed').length,
    2 * Math.floor(size.issues / refusedEach),
  )
  for (const row of failed) {
    ok(/invalid|too_large/.test(row.text('reason_code')), row.text('reason_code'))
    ok(row.text('reason').length > 10)
    ok(ofJira.includes(row) || targets.refused.has(row.id))
  }
  for (const id of targets.refused) ok(failed.some((row) => row.id === id))
  for (const row of rows) {
    const failures = row.at('failures') as readonly { code: string; reason: string }[]
    const isDelivered = row.at('state') === 'delivered'
    equal(
      failures.length,
      row.number('attempts') - (isDelivered ? 1 : 0),
      `${row.id} lists what failed`,
    )
    for (const { code, reason } of failures)
      ok(code.length > 0 && reason.length > 10, `${code}: ${reason}`)
  }
  const attempts = rows.reduce((sum, row) => sum + row.number('attempts'), 0)
  ok(attempts > total * 1.15, `${attempts} attempts`)
  await checkEffects(made)
  const ids = new Set(rows.map((row) => row.id))
  for (const [target, counts] of Object.entries(received())) {
    const repeats = [...counts].filter(([, n]) => n > 1)
    for (const id of counts.keys()) ok(ids.has(id.slice(0, 36)), `${target} has ${id}`)
    const named = repeats.slice(0, 5).map(([id, n]) => `${id} ${n} times`)
    t.diagnostic(
      `${target}: ${counts.size}, of which ${repeats.length} came again: ${named.join(', ')}`,
    )
  }
  t.diagnostic(
    `${total} deliveries, ${attempts} attempts, ${failed.length} refused, ${killed} kills`,
  )
  t.diagnostic(
    [...targets.injected]
      .map(([what, n]) => `${what} ${n}`)
      .toSorted()
      .join(', '),
  )

  for (const [{ id }, log] of logs)
    for (const row of log)
      if (failed.includes(row))
        equal(
          (await client.ask('POST', `/integrations/${id}/deliveries/${row.id}/replay`)).status,
          202,
        )
  while ((await countOf(made, 'filter[state]=delivered')) < total) {
    ok(Date.now() < until, 'not all that was replayed was delivered in time')
    await sleep(300)
  }
  await checkEffects(made)
})
