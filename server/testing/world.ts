/**
 * A world to test in: the whole product on port 0 over the process's database, the fixture cloud, and
 * tenants with users that talk to it over HTTP.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { providers } from '@plumbline/scanner'
import {
  type Account,
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  smallAccount,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import type { Clock } from '@plumbline/sse'
import { type Config, readConfig } from '../config.ts'
import { type Start, start } from '../main.ts'
import type { Egress } from '../platform/egress/index.ts'
import type { AppFiles, Endpoint } from '../platform/http/index.ts'
import type { Log } from '../platform/log.ts'
import { patienceMs } from './eventually.ts'
import { Answered, type Item } from './answered.ts'
import { type TestDatabase, testDatabase, testEnvironment } from './database.ts'
import { zone } from './zone.ts'
import { watched } from './watched.ts'
import { withoutLimits } from './without-limits.ts'

export const password = 'a long enough test password'

interface Linked {
  readonly type: string
  readonly id: string
}

/** One signed-in user of one tenant. */
export class Client {
  readonly base: string
  readonly tenantId: string
  readonly userId: string
  readonly email: string
  readonly authorization: string

  /** Without credentials, an anonymous user. */
  constructor(base: string, { tenantId = '', userId = '', email = '', authorization = '' } = {}) {
    this.base = base
    this.tenantId = tenantId
    this.userId = userId
    this.email = email
    this.authorization = authorization
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    redirect: 'follow' | 'manual' = 'follow',
  ): Promise<Answered> {
    const response = await fetch(path.startsWith('http') ? path : this.base + path, {
      method,
      redirect,
      headers: {
        ...(this.authorization && { Authorization: this.authorization }),
        ...(body !== undefined && { 'Content-Type': 'application/vnd.api+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return new Answered(response.status, response.headers, await response.text())
  }

  get(path: string): Promise<Answered> {
    return this.ask('GET', path)
  }

  /** Posts a document of `type`; throws if the response is not a success. */
  async make(
    path: string,
    type: string,
    attributes: object,
    relationships: Readonly<Record<string, Linked | readonly Linked[]>> = {},
  ): Promise<Item> {
    const links = Object.entries(relationships).map(([name, data]) => [name, { data }])
    const body = { data: { type, attributes, relationships: Object.fromEntries(links) } }
    const answer = await this.ask('POST', path, body)
    if (answer.status >= 300)
      throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
    return answer.item
  }

  /** The task once it has ended. */
  async finished(taskId: string, withinMs = patienceMs): Promise<Item> {
    // Polling takes processor time from the task: the longer it runs, the less often it is polled.
    let pauseMs = 20
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(pauseMs)) {
      pauseMs = Math.min(pauseMs * 1.4, 300)
      const task = (await this.get(`/tasks/${taskId}`)).item
      if (/completed|failed|cancelled/.test(task.text('state'))) return task
    }
    throw new Error(`The task ${taskId} did not end within ${withinMs} ms.`)
  }

  /** Connects the account of the fixture cloud; returns the provider's id. */
  async provider(uid = demoAccount().id, secret: object = demoCredentials): Promise<string> {
    const made = await this.make('/providers', 'providers', { provider: 'aws', uid })
    const provider = { type: 'providers', id: made.id }
    await this.make(
      '/providers/secrets',
      'provider-secrets',
      { secret_type: 'static', secret },
      { provider },
    )
    return provider.id
  }

  /**
   * Full scans of an AWS account look at these services only from now on, at a tenth of the cost: most units of an
   * account are empty.
   */
  async scanOnly(providerId: string, ...services: readonly string[]): Promise<void> {
    const excluded_services = Object.keys(providers['aws']?.services ?? {}).filter(
      (name) => !services.includes(name),
    )
    await this.make('/scan-configurations', 'scan-configurations', {
      name: `Only ${services.join(', ')} of ${providerId}`,
      configuration: { aws: { excluded_services } },
      provider_ids: [providerId],
    })
  }

  /** Starts a scan and waits for its end; returns the scan's id. */
  async scan(providerId: string, attributes: object = {}): Promise<string> {
    const provider = { type: 'providers', id: providerId }
    const task = await this.make('/scans', 'scans', attributes, { provider })
    await this.finished(task.id)
    return task.text('task_args', 'scan_id')
  }
}

export interface Logged {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface World {
  readonly address: string
  readonly base: string
  readonly config: Config
  readonly cloud: FixtureCloud
  readonly test: TestDatabase
  /** Without credentials. */
  readonly anonymous: Client
  /** Two tenants that must not learn of each other. */
  readonly acme: Client
  readonly rival: Client
  /** A new user in a new tenant. */
  user(): Promise<Client>
  /** Every line the product logged. */
  readonly logged: readonly Logged[]
  close(): Promise<void>
}

export interface WorldOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly now?: () => number
  /** The time of streams and connection tests. */
  readonly clock?: Clock
  readonly test?: TestDatabase
  readonly cloud?: FixtureCloud
  /** What `provider()` connects: the small account, unless a test is about the whole of the demo account. */
  readonly account?: Account
  /** The network outside the installation. */
  readonly egress?: Egress
  /** The pace of deliveries. */
  readonly pace?: Start['pace']
  readonly sweepMs?: number
  /** How patient background work is with a database that is unavailable. */
  readonly patience?: Start['patience']
  /** Bytes that are free on the disk of the embedded database. */
  readonly freeBytes?: Start['freeBytes']
  /** The app for browsers, as it was built. */
  readonly app?: AppFiles
  /** Builds a report after each full scan, which costs as much as half a scan; otherwise one is built on request. */
  readonly reportsAfterScans?: boolean
  /** Endpoints on top of the product's own. */
  readonly more?: readonly Endpoint[]
}

export async function world(options: WorldOptions = {}): Promise<World> {
  const test = options.test ?? (await testDatabase())
  const account = options.account ?? smallAccount()
  const cloud = options.cloud ?? (await startFixtureCloud({ accounts: [account] }))
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    AWS_ENDPOINT_URL: cloud.url,
    EVENT_STREAMS: 'scan-progress',
    EVENTSTREAM_DRAIN_SECONDS: '0',
    EVENTSTREAM_CONNECTS_PER_MINUTE: '10000',
    ENCRYPTION_KEY: masterKey,
    SIGN_UP: 'open',
    ...(testEnvironment.signingKey !== null && { TOKEN_SIGNING_KEY: testEnvironment.signingKey }),
    ...withoutLimits,
    // Worlds of one process hear each other, as nodes of one installation do.
    ...(testEnvironment.redisPort !== null && {
      VALKEY_URL: `redis://127.0.0.1:${testEnvironment.redisPort}`,
      EVENTSTREAM_NAMESPACE: `test-${process.pid}`,
    }),
    ...options.settings,
  })
  const logged: Logged[] = []
  const record =
    (level: Logged['level']) =>
    (event: string, facts = {}): void =>
      void logged.push({ level, event, facts })
  const log: Log = { info: record('info'), warn: record('warn'), error: record('error') }
  const now = options.now ?? Date.now
  const product = await start({
    config,
    database: watched(test.database),
    log,
    now,
    ...(options.clock && { clock: options.clock }),
    ...(options.egress && { egress: options.egress }),
    resolveTxt: zone.resolveTxt,
    ...(options.app && { app: options.app }),
    // When the world ends, deliveries that a fake keeps waiting are aborted after this time.
    pace: { leaveMs: 200, ...options.pace },
    ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }),
    ...(options.patience && { patience: options.patience }),
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
    more: () => options.more ?? [],
    reportsAfterScans: options.reportsAfterScans ?? false,
  })
  const base = `${product.address}/api/v1`
  const anonymous = new Client(base)
  const user = async (): Promise<Client> => {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const made = await anonymous.make('/users', 'users', { name: 'A user', email, password })
    const pair = await anonymous.make('/tokens', 'tokens', { email, password })
    const access = pair.text('access')
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
      tenant_id: string
    }
    const authorization = `Bearer ${access}`
    return new Client(base, {
      tenantId: claims.tenant_id,
      userId: made.id,
      email,
      authorization,
    })
  }
  const [acme, rival] = await Promise.all([user(), user()])
  return {
    address: product.address ?? '',
    base,
    config,
    cloud,
    test,
    anonymous,
    acme,
    rival,
    user,
    logged,
    async close() {
      await product.stop()
      if (!options.cloud) await cloud.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One for all tests, so that worlds over one database read each other's sealed values. */
const masterKey = Buffer.alloc(32, 7).toString('base64')
