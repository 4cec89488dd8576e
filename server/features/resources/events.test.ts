/** What a cloud logged of a resource, over HTTP: the request reads from the account itself. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount, demoCredentials, type Rule } from '@plumbline/scanner/testing'
import { Client, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { ingest, record } from '../ingestion/testing/files.ts'

let w: World
let acme: Client
let provider: string
let website: string
before(async () => {
  w = await world({ settings: { EVENT_LOOKUP_SECONDS: '120' } })
  acme = w.acme
  website = await imported(acme)
  provider = (await acme.get('/providers')).item.id
  await giveSecret(acme, provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Imports a file about the website's bucket, which creates the account and the resource; returns the resource's id. */
async function imported(client: Client): Promise<string> {
  const file = [
    record({ uid: 'f', account: demoAccount().id, resource: 'arn:aws:s3:::larkspur-website' }),
  ]
  // The bucket is in us-east-1, as the fixture cloud has it.
  const placed = JSON.stringify(file).replaceAll('eu-west-1', 'us-east-1')
  await ingest(client, placed)
  return (await client.get('/resources/latest?filter[uid]=arn:aws:s3:::larkspur-website')).item.id
}

const giveSecret = (client: Client, id: string, secret: object = demoCredentials) =>
  client.make(
    '/providers/secrets',
    'provider-secrets',
    { secret_type: 'static', secret },
    { provider: { type: 'providers', id } },
  )

const events = (query = '', client = acme, id = website) =>
  client.get(`/resources/${id}/events${query}`)
const named = async (query: string): Promise<string[]> =>
  (await events(query)).items.map((item) => item.text('event_name'))

test('events of a resource are those its account logged, the newest first', async () => {
  const answer = await events()
  equal(answer.status, 200)
  equal(answer.document.meta?.['complete'], true)
  equal(answer.document.links, undefined)
  equal(answer.item.type, 'resource-events')
  match(answer.item.text('event_time'), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  equal(answer.item.text('actor'), 'cloud-admin')
  deepEqual(answer.item.object('request_data'), {
    bucketName: 'larkspur-website',
    Host: 'larkspur-website.s3.amazonaws.com',
  })
  deepEqual(await named(''), ['PutBucketPolicy', 'DeletePublicAccessBlock', 'PutBucketWebsite'])
  deepEqual(await named('?lookback_days=3&include_read_events=true'), ['PutBucketPolicy'])
  equal((await named('?include_read_events=True')).length, 4)
  deepEqual(await named('?page[size]=2'), ['PutBucketPolicy', 'DeletePublicAccessBlock'])
  const { attributes } = (await events('?fields[resource-events]=actor')).item
  deepEqual(attributes, { actor: 'cloud-admin' })
})

for (const wrong of [
  'lookback_days=0',
  'lookback_days=91',
  'lookback_days=x',
  'page[size]=0',
  'page[size]=51',
  'page[number]=2',
  'include_read_events=perhaps',
  'filter[event_name]=x',
  'sort=event_time',
]) {
  test(`events of a resource do not take ${wrong}`, async () => {
    const asked = w.cloud.calls.length
    const { status, document } = await events(`?${wrong}`)
    equal(status, 400)
    equal(document.errors?.[0]?.source?.parameter, wrong.split('=')[0])
    equal(w.cloud.calls.length, asked, 'the cloud was not asked')
  })
}

test('only who sees a resource has its account asked', async () => {
  const asked = w.cloud.calls.length
  equal((await events('', w.rival)).status, 404)
  equal((await events('', w.anonymous)).status, 401)
  const { client, roleId } = await member(w, acme)
  equal((await events('', client)).status, 404)
  equal(w.cloud.calls.length, asked)
  await showTo(w, { tenantId: acme.tenantId, roleId, providerId: provider })
  equal((await events('', client)).status, 200)
})

test('opening the secret for a request is noted with who asked, by which request, for what', async () => {
  const id = 'c0ffee'.padEnd(32, '0')
  await acme.ask('GET', `/resources/${website}/events`, undefined, { 'Transaction-ID': id })
  const audited = await acme.get(
    '/audit-events?filter[action]=resources_events_list&page[size]=100',
  )
  const event = audited.items.find((one) => one.text('request_id') === id)
  equal(event?.text('actor_id'), acme.userId)
  equal(event?.text('resource_type'), 'provider-secrets')
  deepEqual(event?.object('after'), { opened_for: { resource: website, provider } })
})

const faults: [string, Rule, number, string][] = [
  ['denied', { match: { operation: 'LookupEvents' }, do: 'deny' }, 502, 'events_denied'],
  ['throttled', { match: { operation: 'LookupEvents' }, do: 'throttle' }, 503, 'events_throttled'],
  ['broken', { match: { operation: 'LookupEvents' }, do: 'garbage' }, 503, 'events_failed'],
  ['not let in', { match: { service: 'sts' }, do: 'deny' }, 502, 'sign_in_denied'],
]
for (const [what, rule, status, code] of faults) {
  test(`a lookup that is ${what} is a ${status} ${code}, and reveals no secret`, async () => {
    const restore = w.cloud.script(rule)
    const answer = await events()
    restore()
    equal(answer.status, status, answer.text)
    equal(answer.document.errors?.[0]?.code, code)
    equal(answer.headers.get('retry-after') !== null, status === 503)
    const logged = JSON.stringify(w.logged) + answer.text
    for (const secret of Object.values(demoCredentials)) ok(!logged.includes(secret))
  })
}

test('a resource of an account without a secret, or of a cloud without a log, says so', async () => {
  const user = await w.user()
  const bare = await events('', user, await imported(user))
  equal(bare.status, 502)
  equal(bare.document.errors?.[0]?.code, 'no_secret')
  const google = JSON.stringify([record({ uid: 'g', resource: 'bucket-of-google' })])
    .replace('"provider":"aws"', '"provider":"gcp"')
    .replace(/"uid":"\d{12}"/, '"uid":"a-project-1"')
  await ingest(user, google)
  const { id } = (await user.get('/resources/latest?filter[provider_type]=gcp')).item
  const other = await events('', user, id)
  equal(other.status, 400)
  equal(other.document.errors?.[0]?.code, 'invalid_provider')
})

test('a lookup that is silent is a 503 timeout', async () => {
  const hasty = await world({
    settings: { EVENT_LOOKUP_SECONDS: '1' },
    test: w.test,
    cloud: w.cloud,
  })
  const restore = w.cloud.script({ match: { operation: 'LookupEvents' }, do: 'hang' })
  const answer = await events('', new Client(hasty.base, acme))
  restore()
  await hasty.close()
  equal(answer.status, 503)
  equal(answer.document.errors?.[0]?.code, 'timeout')
  ok(answer.headers.get('retry-after'))
})

test('while a cloud is waited for others are served, too many wait for later, and hanging up ends it', async () => {
  const restore = w.cloud.script({ match: { operation: 'LookupEvents' }, do: 'hang' })
  const calls = w.cloud.calls.length
  const waiting = () =>
    w.cloud.calls.slice(calls).filter(({ operation }) => operation === 'LookupEvents').length
  const leaving = new AbortController()
  const headers = { Authorization: acme.authorization }
  const asked = Array.from({ length: 4 }, () =>
    fetch(`${acme.base}/resources/${website}/events`, { headers, signal: leaving.signal }).catch(
      () => undefined,
    ),
  )
  while (waiting() < 4) await sleep(10)
  equal((await acme.get('/providers')).status, 200)
  const fifth = await events()
  equal(fifth.status, 429)
  ok(fifth.headers.get('retry-after'))
  leaving.abort()
  await Promise.all(asked)
  restore()
  let status = 429
  for (let n = 0; n < 500 && status === 429; n += 1) {
    status = (await events()).status
    await sleep(20)
  }
  equal(status, 200)
  ok(!w.logged.some(({ event }) => event === 'request failed'))
})
