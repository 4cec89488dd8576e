import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { after, before, test } from 'node:test'
import { type Answered, Client, type World, world } from '../../testing/index.ts'
import { Listening } from '../../testing/listening.ts'

let w: World
let path = ''
let foreign = ''
let token = ''
let key = ''
before(async () => {
  w = await world({
    settings: { CORS_ORIGINS: 'https://ui.example.com', EVENTSTREAM_PER_USER: '3' },
  })
  // Scans of accounts without a secret: they end at once, which every new listener receives.
  const scanOf = async (user: Client): Promise<string> => {
    const uid = '800000000001'
    const made = await user.make('/providers', 'providers', { provider: 'aws', uid })
    return `/scans/${await user.scan(made.id)}/event-stream`
  }
  path = await scanOf(w.acme)
  foreign = await scanOf(w.rival)
  token = w.acme.authorization.slice('Bearer '.length)
  const made = await w.acme.make('/api-keys', 'api-keys', { name: 'a key' })
  key = made.text('api_key')
})
after(async () => {
  await w.close()
  await w.test.close()
})

const ask = (
  where: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answered> => w.anonymous.ask(method, where, undefined, headers)
const signed = (): Record<string, string> => ({ Authorization: w.acme.authorization })
/** A good connect, closed again at once. */
async function connects(where: string, headers: Record<string, string> = {}): Promise<Listening> {
  const listening = await Listening.to(w.base + where, headers)
  if (listening.status === 200) await listening.leave()
  return listening
}

test('a stream that is not mounted is 404, and a name that nobody has stops the start', async () => {
  const bare = await world({ test: w.test, cloud: w.cloud, settings: { EVENT_STREAMS: '' } })
  try {
    const answer = await new Client(bare.base, w.acme).get(path)
    assert.equal(answer.status, 404)
  } finally {
    await bare.close()
  }
  const misspelt = { EVENT_STREAMS: 'scan-progres' }
  await assert.rejects(
    world({ test: w.test, cloud: w.cloud, settings: misspelt }),
    /EVENT_STREAMS contains "scan-progres", which is not a stream. The streams are scan-progress/,
  )
})

test('the checks come in their order, and each failure is an ordinary error document', async () => {
  const good = signed()
  const query = `access_token=${token}`
  const steps: [name: string, answer: Promise<Answered>, status: number][] = [
    ['POST', ask(path, good, 'POST'), 405],
    ['what takes JSON only', ask(path, { ...good, Accept: 'application/json' }), 406],
    ['what takes JSON only, unsigned', ask(path, { Accept: 'application/json' }), 406],
    ['two tokens', ask(`${path}?${query}&${query}`), 400],
    ['two tokens, unsigned otherwise', ask(`${path}?access_token=&access_token=`), 400],
    ['an unknown parameter', ask(`${path}?${query}&x=1`), 400],
    ['nobody', ask(path), 401],
    ['an empty token', ask(`${path}?access_token=`), 401],
    [
      'a bad header and a good query',
      ask(`${path}?${query}`, { Authorization: 'Bearer bad' }),
      401,
    ],
    ['another scheme and a good query', ask(`${path}?${query}`, { Authorization: 'Basic x' }), 401],
    ['an API key in the query', ask(`${path}?access_token=${encodeURIComponent(key)}`), 401],
    ['nobody at a foreign scan', ask(foreign), 401],
    ['a foreign scan', ask(foreign, good), 404],
    ['a scan that is not there', ask(`/scans/${randomUUID()}/event-stream`, good), 404],
  ]
  for (const [name, pending, status] of steps) {
    const answer = await pending
    assert.equal(answer.status, status, `${name}: ${answer.text}`)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json', name)
    assert.equal(answer.fault.status, String(status), name)
    const challenge = answer.headers.get('www-authenticate')
    assert.equal(challenge, status === 401 ? 'Bearer' : null, name)
  }
})

test('the stream of a foreign scan is 404 as that of no scan, before any event byte', async () => {
  const absent = await ask(`/scans/${randomUUID()}/event-stream`, signed())
  const answer = await ask(foreign, signed())
  assert.equal(answer.text, absent.text)
  assert.doesNotMatch(answer.text, /retry:|event:/)
})

test('whoever may listens: by header, by key, or by a token in the query', async () => {
  const ways: [string, Record<string, string>][] = [
    [path, signed()],
    [path, { ...signed(), Accept: 'text/event-stream' }],
    [path, { ...signed(), Accept: 'text/html, text/*;q=0.9' }],
    [path, { Authorization: `Api-Key ${key}` }],
    [`${path}?access_token=${token}`, {}],
    [`${path}?access_token=${token}`, { Authorization: '' }],
    [`${path}/`, signed()],
  ]
  for (const [where, headers] of ways) assert.equal((await connects(where, headers)).status, 200)
})

test('a token in the query is accepted only for streams', async () => {
  const inQuery = await ask(`/providers?access_token=${token}`)
  assert.equal(inQuery.status, 401)
})

test('the stream starts with its first bytes, and its headers disable caches and proxy buffering', async () => {
  const listening = await Listening.to(w.base + path, {
    ...signed(),
    Origin: 'https://ui.example.com',
  })
  await listening.heard('scan.error')
  assert.match(listening.text, /^retry: ([2-4]\d{3}|5000)\n\n:\n\n/)
  const header = (name: string): string | null => listening.headers.get(name)
  assert.equal(header('content-type'), 'text/event-stream')
  assert.equal(header('cache-control'), 'no-store, no-transform')
  assert.equal(header('x-accel-buffering'), 'no')
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('referrer-policy'), 'no-referrer')
  assert.equal(header('content-encoding'), null)
  assert.match(header('vary') ?? '', /Origin/)
  assert.equal(header('access-control-allow-origin'), 'https://ui.example.com')
  assert.match(header('transaction-id') ?? '', /^[0-9a-f]{32}$/)
  await listening.leave()
})

test('a user has three streams at a time here; the fourth gets Retry-After', async () => {
  const open = await Promise.all(
    Array.from({ length: 3 }, () => Listening.to(w.base + path, signed())),
  )
  assert.deepEqual(
    open.map(({ status }) => status),
    [200, 200, 200],
  )
  const fourth = await ask(path, signed())
  assert.equal(fourth.status, 429)
  assert.ok(Number(fourth.headers.get('retry-after')) > 0)
  await Promise.all(open.map((one) => one.leave()))
  for (let tries = 0; (await connects(path, signed())).status !== 200; tries += 1)
    assert.ok(tries < 100, 'the seats were not given back')
})

test('no log line contains a token, from any part of a request', () => {
  const lines = inspect(w.logged, { depth: 9, maxArrayLength: null, maxStringLength: null })
  assert.match(lines, /event-stream/)
  assert.ok(!lines.includes(token))
  assert.ok(!lines.includes(key))
  assert.doesNotMatch(lines, /access_token/)
})
