/**
 * Secrets are stored and never returned: every text of every body with a secret name has a unique word, in its place
 * and in wrong ones; then answers, log, events, process and database are searched.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { demoCredentials } from '@plumbline/scanner/testing'
import * as fc from 'fast-check'
import { describeApi } from '../../describe-api.ts'
import { type Answered, Client, type World, world } from '../index.ts'
import { Listening } from '../listening.ts'
import { effort, rounds } from './effort.ts'
import { type Operation, operationsOf, resolved, type Schema, typeAt } from './operations.ts'
import { addressed } from './requests.ts'
import { Senders } from './senders.ts'
import { fitting } from './values.ts'

const document = await describeApi()
const operations = operationsOf(document).filter(({ isStream }) => !isStream)
const secretName = /password|secret|token|refresh|credential|private|api_key/
/** What an answer shows once, to whom it belongs: tokens at sign-in and the text of a new key. */
const shownOnce = /"(access|refresh|api_key)":"[^"]+"/g

let w: World
let key = ''
const senders = new Senders('plain', () => w.user())
const planted = new Map<string, string>()
before(async () => {
  w = await world()
  const client = await w.user()
  key = (await client.make('/api-keys', 'api-keys', { name: 'a key' })).text('api_key')
  planted.set(key.split('.')[1] ?? '', 'an API key')
  planted.set(client.authorization.split('.')[2] ?? '', 'an access token')
  planted.set(demoCredentials.aws_secret_access_key, 'the secret of an account')
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** A unique word, long enough to be a password. */
function plant(what: string): string {
  const word = `canary${randomBytes(12).toString('hex')}`
  planted.set(word, what)
  return word
}

function leaks(text: string): readonly string[] {
  return [...planted].flatMap(([word, what]) => (text.includes(word) ? [what] : []))
}

function assertNoSecrets(answer: Answered, what: string): void {
  assert.deepEqual(leaks(answer.text.replaceAll(shownOnce, '')), [], `${what}: ${answer.text}`)
  assert.deepEqual(leaks(JSON.stringify([...answer.headers])), [], what)
}

/** The body with a word wherever a secret belongs; the names of the members that took one. */
function withSecrets(value: unknown, name: string, inSecret = false): unknown {
  const isSecret = inSecret || secretName.test(name)
  if (typeof value === 'string') return isSecret && !name.endsWith('_type') ? plant(name) : value
  if (Array.isArray(value)) return value.map((one) => withSecrets(one, name, isSecret))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([member, one]) => [
    member,
    withSecrets(one, member, isSecret),
  ])
  return Object.fromEntries(members)
}

interface Sent {
  readonly data: { readonly attributes?: Readonly<Record<string, unknown>> }
}

/** Where secrets belong, and where a client puts them by mistake. */
function* spoiled(body: Sent, what: string): Generator<unknown> {
  const { data } = body
  yield body
  yield {
    data: {
      ...data,
      attributes: { ...data.attributes, mistaken: plant(`${what}, unknown member`) },
    },
  }
  yield { data: { ...data, attributes: plant(`${what}, in place of the attributes`) } }
  yield { data: { ...data, id: plant(`${what}, as an id`) } }
  for (const name of Object.keys(data.attributes ?? {})) {
    const wrong = { [plant(`${what}, a name in ${name}`)]: [plant(`${what}, a list in ${name}`)] }
    if (secretName.test(name))
      yield { data: { ...data, attributes: { ...data.attributes, [name]: Object.values(wrong) } } }
  }
  yield `{"data": {"attributes": {"password": "${plant(`${what}, broken JSON`)}"`
}

async function probe(operation: Operation, seed: number): Promise<void> {
  const { client, rowIds } = await senders.current()
  const types = new Set(rowIds.keys())
  const url = addressed(
    operation.path,
    (name) => rowIds.get(typeAt(operation.path, name, types))?.[0] ?? client.tenantId,
  )
  const { body: schema, method, name } = operation
  if (!schema) return assertNoSecrets(await client.ask(method, url), name)
  const [drawn] = fc.sample(fitting(document, schema, rowIds), { seed, numRuns: 1 })
  const known = resolved(document, schema)['properties'] as
    | Readonly<Record<string, Schema>>
    | undefined
  if (known?.['data']?.['type'] === 'array')
    return assertNoSecrets(await client.ask(method, url, drawn), name)
  for (const body of spoiled(withSecrets(drawn, '') as Sent, name))
    assertNoSecrets(await client.ask(method, url, body), name)
}

for (const operation of operations) {
  test(`${operation.name} gives no secret back (seed ${effort.seed})`, async () => {
    await rounds(async (round) => {
      await probe(operation, effort.seed + round)
      senders.probed(operation)
      return 1
    })
  })
}

test('credentials in headers and addresses are in no answer and no log', async () => {
  const { base, tenantId, userId, email } = w.acme
  for (const authorization of [
    `Api-Key ${key}`,
    `Api-Key ${key}x`,
    `Bearer ${plant('a bad token')}`,
  ]) {
    const who = new Client(base, { tenantId, userId, email, authorization })
    for (const path of [
      '/users/me',
      '/nowhere',
      '/providers?filter[x]=1',
      `/providers?access_token=${plant('a token in the query')}`,
    ])
      assertNoSecrets(await who.get(path), path)
  }
})

test('no event and no finding of a scan holds the secret that it runs with', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  const relationships = { provider: { data: { type: 'providers', id: provider } } }
  const queued = (await owner.ask('POST', '/scans', { data: { type: 'scans', relationships } }))
    .item
  const scan = queued.text('task_args', 'scan_id')
  const headers = { Authorization: owner.authorization }
  const listening = await Listening.to(`${w.base}/scans/${scan}/event-stream`, headers)
  await owner.finished(queued.id)
  await listening.leave()
  assert.deepEqual(leaks(listening.text), [])
  for (const path of [
    '/findings/latest?include=resources,scan',
    '/resources',
    `/scans/${scan}/coverage`,
    '/tasks',
  ])
    assertNoSecrets(await owner.get(path), path)
})

test('the log contains no secret', () => {
  assert.ok(w.logged.length > 0)
  const lines = w.logged.map(
    ({ event, facts }) => `${event} ${JSON.stringify(facts)} ${String(facts['error'])}`,
  )
  assert.deepEqual(leaks(lines.join('\n')), [])
})

test('no argument and no variable of the process holds a secret', () => {
  const files = ['/proc/self/cmdline', '/proc/self/environ'].filter((path) => existsSync(path))
  const text = files.map((path) => readFileSync(path, 'latin1')).join('\n')
  assert.deepEqual(leaks(`${text} ${process.argv.join(' ')} ${JSON.stringify(process.env)}`), [])
})

test('the database holds no secret in plain text, neither as text nor as bytes', async () => {
  const tables = await w.test.administer(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(tables.length > 30)
  const bytes = new Map(
    [...planted].map(([word, what]) => [Buffer.from(word).toString('hex'), what]),
  )
  for (const { name } of tables) {
    const rows = await w.test.administer(`select t::text as row from ${String(name)} t`)
    const text = rows.map(({ row }) => String(row)).join('\n')
    assert.deepEqual(leaks(text), [], String(name))
    for (const [hex, what] of bytes) assert.ok(!text.includes(hex), `${String(name)} holds ${what}`)
  }
  assert.ok(planted.size > 50)
})
