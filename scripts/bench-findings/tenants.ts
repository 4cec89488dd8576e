/**
 * Many tenants side by side, over HTTP, as the restricted role: what an observation takes, how long each
 * question takes and costs, and a load of whole lists.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator } from '../../server/platform/db/postgres.ts'
import { Client } from '../../server/testing/world.ts'
import { measured } from '../bench-api/loaded.ts'
import { freshDatabase, prepareLogin } from '../bench-scan/database.ts'
import { type Child, familyTime, processorTime, start } from '../bench-scan/processes.ts'
import { startPostgres } from '../services.ts'
import { questionsOf } from './questions.ts'
import { sizes } from './slim.ts'

export interface Size {
  readonly tenants: number
  /** Findings of all tenants together. */
  readonly live: number
  readonly scans: number
  /** Of the load at the end. */
  readonly perSecond: number
  readonly seconds: number
}

type Say = (line: string) => void
const main = join(import.meta.dirname, '../../cli/main.ts')

interface Login {
  readonly email: string
  readonly password: string
}

/** Tenants of an account each, two at a time. */
async function seeded(
  { tenants, live, scans }: Size,
  settings: Readonly<Record<string, string>>,
): Promise<Login[]> {
  const logins: Login[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < tenants) {
      const number = next++
      const email = `tenant-${number}@plumbline.example`
      const asked = {
        findings: Math.floor(live / tenants),
        scans,
        accounts: 1,
        seed: number,
        email,
      }
      const flags = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, String(value)])
      const seeding = await start([main, 'seed', ...flags], /password (\S+)/, settings)
      await seeding.stop()
      logins.push({ email, password: seeding.said.replace('password ', '') })
    }
  }
  await Promise.all([lane(), lane()])
  return logins
}

async function signIn(base: string, { email, password }: Login): Promise<Client> {
  const nobody = new Client(base, { tenantId: '', userId: '', email, authorization: '' })
  const pair = await nobody.make('/tokens', 'tokens', { email, password })
  const authorization = `Bearer ${pair.text('access')}`
  return new Client(base, { tenantId: '', userId: '', email, authorization })
}

const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

/** How often each request is sent for each tenant, each time after a write. */
const rounds = 3

/** Writes what a tenant's lists show: a decision about one finding, and another one the next time. */
async function writer(user: Client): Promise<() => Promise<void>> {
  const { item } = await user.get('/findings/latest?page[size]=1')
  const path = `/findings/${encodeURIComponent(item.text('uid'))}/triage`
  let turns = 0
  return async () => {
    turns += 1
    const status = turns % 2 === 0 ? 'open' : 'under_review'
    const data = { type: 'finding-triages', attributes: { status } }
    const answer = await user.ask('PATCH', path, { data })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  }
}

/** Times each request of each tenant as the first after a write; returns a line with the aim. */
async function ask(
  users: readonly Client[],
  { product, postgres }: { product: Child; postgres: number },
  say: Say,
): Promise<void> {
  const asked = await Promise.all(users.map(questionsOf))
  const writers = await Promise.all(users.map(writer))
  const spent = (): number => processorTime(product.pid) + familyTime(postgres)
  for (const [at, { name, aimMs }] of (asked[0] ?? []).entries()) {
    const times: number[] = []
    let cost = 0
    for (let round = 0; round < rounds; round += 1) {
      for (const write of writers) await write()
      const before = spent()
      for (const [number, user] of users.entries()) {
        const path = asked[number]?.[at]?.path ?? ''
        const startedMs = performance.now()
        const { status, text } = await user.get(path)
        times.push(performance.now() - startedMs)
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
      }
      cost += spent() - before
    }
    const p95 = quantile(times, 0.95)
    say(
      `${name}: first answer after a write, p50 ${quantile(times, 0.5).toFixed(1)} p95 ${p95.toFixed(1)} ms, ` +
        `${(cost / times.length / 1_000).toFixed(1)} ms of processor time` +
        (aimMs ? `; p95 aim ${aimMs} ${p95 <= aimMs ? 'met' : 'missed'}` : ''),
    )
  }
}

/** An unchanged list is confirmed so often. */
const confirmations = 200
const confirmedMs = 3

/** What it costs to confirm a list that the client has. */
async function confirm(
  user: Client,
  { product, postgres }: { product: Child; postgres: number },
  say: Say,
): Promise<void> {
  const path = '/findings/latest?filter[status]=FAIL'
  const tag = (await user.get(path)).headers.get('etag') ?? ''
  const spent = (): number => processorTime(product.pid) + familyTime(postgres)
  const before = spent()
  for (let time = 0; time < confirmations; time += 1) {
    const { status } = await user.ask('GET', path, undefined, { 'If-None-Match': tag })
    if (status !== 304) throw new Error(`${path} answered ${status} to its own tag.`)
  }
  const each = (spent() - before) / confirmations / 1_000
  say(
    `304 of an unchanged list: ${each.toFixed(2)} ms of processor time; aim ${confirmedMs} ${each <= confirmedMs ? 'met' : 'missed'}`,
  )
}

/** Lists of 100 with what belongs to them, one after the other over all tenants and five pages. */
const load = (users: readonly Client[], { perSecond, seconds }: Size) => ({
  targets: Array.from({ length: users.length * 5 }, (_, at) => {
    const user = users[at % users.length] as Client
    const page = `page[size]=100&page[number]=${1 + Math.floor(at / users.length)}`
    return {
      url: `${user.base}/findings/latest?${page}&include=resources,scan`,
      authorization: user.authorization,
    }
  }),
  perSecond,
  seconds,
})

export interface Served {
  readonly settings: Readonly<Record<string, string>>
  /** The process whose children do the work. */
  readonly postgres: number
  readonly logins: readonly Login[]
}

/** Serves an existing database, queries and loads it. */
export async function measureServed(
  { settings, postgres, logins }: Served,
  size: Size,
  say: Say,
): Promise<void> {
  const product = await start([main, 'serve'], /http:\/\/[^/]+/, settings)
  try {
    const users: Client[] = []
    for (const login of logins) users.push(await signIn(`${product.said}/api/v1`, login))
    await ask(users, { product, postgres }, say)
    const [first] = users
    if (first) await confirm(first, { product, postgres }, say)
    const name = '100 findings with resources and scan, repeated'
    const asked = load(users, size)
    // First answers are measured above.
    for (const { url, authorization } of asked.targets) {
      await (await fetch(url, { headers: { Authorization: authorization } })).arrayBuffer()
    }
    const { lines } = await measured(name, asked, { product, postgres })
    for (const line of lines) say(line)
  } finally {
    await product.stop()
  }
}

export async function measureTenants(size: Size, say: Say): Promise<void> {
  const service = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
  try {
    await prepareLogin(service)
    const database = await freshDatabase(service, 'bench_tenants')
    const own = await administrator(service.adminUrl('bench_tenants'))
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', PORT: '0' }
    const startedMs = performance.now()
    const logins = await seeded(size, settings)
    const [counted] = await own.run('select sum(emitted)::float8 as count from scans')
    const observations = Number(counted?.['count'])
    const rate = observations / ((performance.now() - startedMs) / 1_000)
    await own.run('vacuum analyze')
    const { versions } = await sizes({ administer: own.run })
    const each = (versions / observations).toFixed(1)
    say(`${observations} observations, ${Math.round(rate)} a second; ${each} bytes each, aim 60`)
    await Promise.all([own.close(), database.close()])
    await measureServed({ settings, postgres: database.pid, logins }, size, say)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
