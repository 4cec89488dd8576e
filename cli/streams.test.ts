/**
 * Event streams of real processes. On the embedded database there is one; where the runner brings
 * PostgreSQL and Redis, two serve the API and a third one works.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import {
  eventually,
  Listening,
  password,
  type ProcessDatabase,
  processDatabase,
  processFlags,
  testEnvironment,
  withoutLimits,
} from '@plumbline/server/testing'
import { main } from './testing/program.ts'

let cloud: FixtureCloud
let database: ProcessDatabase
let directory = ''
/** Every byte that the processes of this file wrote. */
let output = ''
const running: ChildProcess[] = []

before(async () => {
  cloud = await startFixtureCloud({ accounts: [demoAccount()] })
  directory = mkdtempSync(join(tmpdir(), 'plumbline-streams-'))
  database = await processDatabase(directory)
})
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await cloud.close()
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly base: string
}

/** Starts `plumbline <command>` and resolves when it reports that it is ready. */
async function launch(
  command: 'serve' | 'worker',
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [...processFlags, main, command], {
    env: {
      ...process.env,
      ...withoutLimits,
      LOG_LEVEL: 'info',
      PORT: '0',
      AWS_ENDPOINT_URL: cloud.url,
      EVENT_STREAMS: 'scan-progress',
      ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
      ...database.settings,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let said = ''
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      said += part.toString()
      const [, address] = /Serving (http:\/\/[\d.:]+)/.exec(said) ?? []
      if (address || /Working\./.test(said)) resolve({ child, base: `${address}/api/v1` })
    })
    child.once('exit', (code) => reject(new Error(`${command} exited with ${code}: ${output}`)))
  })
}

async function ended({ child }: Running, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const exit = once(child, 'exit') as Promise<[number | null]>
  child.kill(signal)
  return (await exit)[0]
}

interface Made {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>> & {
    readonly task_args: { readonly scan_id: string }
  }
}

/** Posts a document of `type` as the user with the token. */
async function post(
  base: string,
  path: string,
  type: string,
  attributes: object,
  { token = '', provider = '' } = {},
): Promise<Made> {
  const relationships = provider && { provider: { data: { type: 'providers', id: provider } } }
  const response = await fetch(base + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/vnd.api+json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ data: { type, attributes, ...(relationships && { relationships }) } }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${text}`)
  return (JSON.parse(text) as { data: Made }).data
}

/** Everything that must not be in any line of output: tokens and keys of the users made here. */
const secrets: string[] = []

async function signUp(base: string, name: string): Promise<string> {
  const email = `${name}@example.com`
  await post(base, '/users', 'users', { name: 'A user', email, password })
  const { attributes } = await post(base, '/tokens', 'tokens', { email, password })
  const { access = '', refresh = '' } = attributes
  secrets.push(access, refresh)
  return access
}

async function startScan(base: string, token: string): Promise<string> {
  const { id: provider } = await post(
    base,
    '/providers',
    'providers',
    { provider: 'aws', uid: demoAccount().id },
    { token },
  )
  await post(
    base,
    '/providers/secrets',
    'provider-secrets',
    { secret_type: 'static', secret: demoCredentials },
    { token, provider },
  )
  const task = await post(base, '/scans', 'scans', {}, { token, provider })
  return task.attributes.task_args.scan_id
}

/** As a browser's EventSource connects, token in the address. */
const follow = (base: string, scan: string, token: string): Promise<Listening> =>
  Listening.to(`${base}/scans/${scan}/event-stream?access_token=${token}`)

/** A scan that hangs, so that its stream stays open. */
const standStill = (): (() => void) => cloud.script({ match: { service: 'kms' }, do: 'hang' })

test('on SIGTERM the listeners are closed one after the other, and who connects meanwhile is served', async () => {
  const one = await launch('serve', {
    LEAVE_SECONDS: '3',
    EVENTSTREAM_DRAIN_SECONDS: '2',
    METRICS_PORT: '0',
    EVENTSTREAM_PER_USER: '100',
    EVENTSTREAM_CONNECTS_PER_MINUTE: '1000',
  })
  const health = one.base.replace('/api/v1', '/health/ready')
  const token = await signUp(one.base, 'drained')
  const restore = standStill()
  try {
    const scan = await startScan(one.base, token)
    const open = await Promise.all(Array.from({ length: 10 }, () => follow(one.base, scan, token)))
    assert.equal((await fetch(health)).status, 200)
    const [, metrics = ''] =
      /"address":"(http:[^"]+)","msg":"metrics server started"/.exec(output) ?? []
    const counts = await (await fetch(metrics)).text()
    assert.match(counts, /\neventstream_connections\{prefix="scan-progress"\} 10\n/)
    const exited = ended(one, 'SIGTERM')
    const startedMs = performance.now()
    const ends = open.map(async (listening) => {
      await listening.ended
      return performance.now() - startedMs
    })
    await eventually('it says that it leaves', async () => (await fetch(health)).status === 503)
    const late = await follow(one.base, scan, token)
    assert.equal(late.status, 200)

    const times = (await Promise.all(ends)).toSorted((a, b) => a - b)
    assert.ok((times[0] ?? 0) >= 2_900, String(times[0])) // not before the load balancer knows
    const spread = (times.at(-1) ?? 0) - (times[0] ?? 0)
    assert.ok(spread > 1_000, String(spread)) // not at once
    for (const listening of [...open, late]) {
      await listening.ended
      assert.equal(listening.events.at(-1)?.data['code'], 'draining')
      assert.match(listening.text, /retry: ([5-9]\d\d|[1-4]\d{3}|5000)\n\n$/)
    }
    assert.equal(await exited, 0)
  } finally {
    restore()
  }
})

const { redisPort } = testEnvironment
if (redisPort !== null) {
  const shared = { VALKEY_URL: `redis://127.0.0.1:${redisPort}`, EVENTSTREAM_NAMESPACE: 'cli-test' }

  test('what a worker publishes and what one API process revokes reaches the listeners of another', async () => {
    const api = { ...shared, WORKER: 'false' }
    const [one, two] = [await launch('serve', api), await launch('serve', api)]
    const token = await signUp(one.base, 'followed')
    const restore = standStill()
    try {
      const scan = await startScan(one.base, token)
      const listening = await follow(two.base, scan, token)
      assert.equal(listening.status, 200)
      const worker = await launch('worker', shared) // only now does the scan begin
      await listening.heard('scan.progress', 30_000)

      const made = await post(one.base, '/api-keys', 'api-keys', { name: 'a key' }, { token })
      const key = made.attributes['api_key'] ?? ''
      secrets.push(key)
      const Authorization = `Api-Key ${key}`
      const byKey = await Listening.to(`${two.base}/scans/${scan}/event-stream`, { Authorization })
      assert.equal(byKey.status, 200)
      const revoked = performance.now()
      await fetch(`${one.base}/api-keys/${made.id}/revoke`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      })
      const closed = await byKey.heard('stream.error', 5_000)
      assert.equal(closed.data['code'], 'access_revoked')
      assert.ok(performance.now() - revoked < 1_000)

      restore()
      assert.deepEqual((await listening.heard('scan.end', 60_000)).data, { scan_id: scan })
      await listening.leave()
      for (const process of [worker, one, two]) assert.equal(await ended(process, 'SIGTERM'), 0)
    } finally {
      restore()
    }
  })

  test('a worker without a shared backend says that its events stay where they are', async () => {
    const said = output.length
    const worker = await launch('worker', { VALKEY_URL: '' })
    assert.match(
      output.slice(said),
      /VALKEY_URL is not set; events and revocations stay within the process/,
    )
    assert.match(output.slice(said), /Without VALKEY_URL nobody hears the progress/)
    await ended(worker, 'SIGTERM')
  })
}

test('no line that any process wrote holds a token or a key, though both came in addresses', () => {
  assert.ok(secrets.length >= 2 && secrets.every((secret) => secret.length > 40))
  assert.match(output, /event-stream/) // the requests were logged
  for (const secret of secrets) {
    assert.ok(!output.includes(secret))
    assert.ok(!output.includes(encodeURIComponent(secret)))
    assert.ok(!output.includes(secret.split('.').at(-1) ?? secret))
  }
  assert.ok(!output.includes('access_token'))
})
