/** One run: everything is started, the faults of the schedule happen while tenants work, and the result is checked. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../../scanner/testing/index.ts'
import { type FixtureOfKind, kindsUnderTest } from '../../scanner/testing/kinds/index.ts'
import { startSentinel, type TestSentinel } from '../../server/testing/sentinel.ts'
import { FakeReceiver } from '../../server/targets/syslog/testing/fake-receiver.ts'
import { freePort } from '../services.ts'
import { type PgBouncer, startPgBouncer } from '../services/pgbouncer.ts'
import { ChaosDatabase } from './database.ts'
import { Journal } from './journal.ts'
import { balance, type ErrorLine, SupervisedProcess } from './processes.ts'
import { Requests } from './requests.ts'
import { described, kills, partOf, type Planned, schedule } from './schedule.ts'
import { Tenant } from './tenant.ts'
import { check, report } from './verdict.ts'

export interface ChaosOptions {
  readonly seconds: number
  readonly drainSeconds: number
  readonly seed: number
  /** The number of kills in place of all other faults; 0 for the usual faults. */
  readonly kills: number
  /** True if the program may mount a disk for PostgreSQL. */
  readonly hasOwnDisk: boolean
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const kinds = ['aws', 'github', 'okta']
/** Tables of the queue, the findings and the scans. */
const tables = ['tasks', 'findings', 'scans']
/** Until a supervisor starts what was killed. */
const awayMs = 3_000

/** What was started, in the order in which it is ended again. */
class Stack {
  readonly #ends: (() => Promise<void> | void)[] = []

  add<T>(started: T, end: (started: T) => Promise<void> | void): T {
    this.#ends.unshift(() => end(started))
    return started
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end()
  }
}

interface Installation {
  readonly database: ChaosDatabase
  readonly pooler: PgBouncer
  readonly store: TestSentinel
  readonly syslog: FakeReceiver
  readonly processes: readonly SupervisedProcess[]
  readonly fixtures: ReadonlyMap<string, FixtureOfKind>
  readonly base: string
}

async function install(
  { hasOwnDisk }: ChaosOptions,
  { stack, journal, errors }: { stack: Stack; journal: Journal; errors: ErrorLine[] },
): Promise<Installation> {
  const database = stack.add(await ChaosDatabase.create(hasOwnDisk, journal), (one) => one.stop())
  const pooler = stack.add(await startPgBouncer(database.port), (one) => one.stop())
  // As HAProxy or a Kubernetes Service, it leads to the primary without knowing the protocol.
  const address = stack.add(await balance(() => [database.port]), (one) => one.close())
  const store = stack.add(await startSentinel(), (one) => one.close())
  const syslog = stack.add(await FakeReceiver.start(), (one) => one.close())
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-chaos-files-'))
  stack.add(folder, (path) => rmSync(path, { recursive: true, force: true }))
  const fixtures = new Map<string, FixtureOfKind>()
  for (const { provider, startSmall } of kindsUnderTest)
    if (kinds.includes(provider.type))
      fixtures.set(
        provider.type,
        stack.add(await startSmall(), (one) => one.close()),
      )
  const settings: Record<string, string> = {
    ...Object.assign({}, ...[...fixtures.values()].map(({ connected }) => connected.settings)),
    VALKEY_URL: store.url,
    DATA_DIR: folder,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    EVENT_STREAMS: 'scan-progress',
    SIGN_UP: 'open',
    INTERNAL_TARGETS: `tls://localhost:${syslog.port}`,
    LOG_LEVEL: 'info',
    WEB_APP: 'false',
    WORKER: 'false',
  }
  const ports = [await freePort(), await freePort()]
  /** One process of each kind has PgBouncer in front of the database, the other one the address of the primary. */
  const started = (number: number, command: 'serve' | 'worker', PORT = '0'): SupervisedProcess => {
    const name = `${command === 'serve' ? 'server' : 'worker'} ${number}`
    const DATABASE_POOLER = String(number === 1)
    const DATABASE_URL = database.urlAt((number === 1 ? pooler : address).port)
    const environment = { ...settings, DATABASE_URL, DATABASE_POOLER, PORT }
    const made = new SupervisedProcess(name, command, { environment, journal, errors })
    return stack.add(made, (one) => one.stop())
  }
  const processes = [
    ...ports.map((port, at) => started(at + 1, 'serve', String(port))),
    ...[1, 2].map((number) => started(number, 'worker')),
  ]
  for (const one of processes) await one.start()
  const balancer = stack.add(await balance(() => ports), (one) => one.close())
  const base = `http://127.0.0.1:${balancer.port}/api/v1`
  return { database, pooler, store, syslog, processes, fixtures, base }
}

/** Does the fault and undoes it. Returns false if it could not happen. */
async function happen(
  { fault, seconds }: Planned,
  { database, pooler, store, processes }: Installation,
): Promise<boolean> {
  switch (fault.kind) {
    case 'process killed':
      return processes.find(({ name }) => name === fault.process)?.kill() ?? false
    case 'event store lost':
      await store.loseAll(awayMs)
      return true
    case 'event store failed over':
      await store.failOver()
      return true
    case 'PgBouncer killed':
      await pooler.kill()
      await sleep(awayMs)
      await pooler.start()
      return true
    case 'PostgreSQL failed over':
      await database.failOver(() => pooler.lead(database.port))
      return true
    case 'PostgreSQL restarted':
      await database.restart(fault.how)
      return true
    case 'disk of PostgreSQL full':
      if (!database.hasOwnDisk) return false
      await database.fillDisk(seconds)
      return true
    case 'PostgreSQL read-only':
      await database.readOnly(seconds)
      return true
    case 'standby of PostgreSQL stopped':
      await database.stopStandby(seconds)
      return true
    case 'table locked':
      await database.lock(fault.table, seconds)
      return true
  }
}

/** Runs all faults at their times; resolves when all have ended, with those that happened. */
async function faults(
  planned: readonly Planned[],
  {
    installation,
    journal,
    signal,
  }: { installation: Installation; journal: Journal; signal: AbortSignal },
): Promise<Planned[]> {
  const happened: Planned[] = []
  const startedMs = performance.now()
  const run = async (one: Planned): Promise<void> => {
    const waitMs = one.atSeconds * 1_000 - (performance.now() - startedMs)
    await sleep(waitMs, undefined, { signal })
    const name = described(one)
    journal.note(name)
    try {
      const isDone = await happen(one, installation)
      if (isDone) happened.push(one)
      if (!isDone) journal.note(`not possible at the moment: ${name}`)
      else if (one.fault.kind !== 'process killed') journal.note(`over: ${name}`)
    } catch (error) {
      journal.miss(`the fault "${name}" could not be run: ${(error as Error).message}`)
    }
  }
  await Promise.all(planned.map(run))
  return happened
}

/** The tenants, each with an account of another kind. */
function tenantsOf(
  { fixtures, syslog, base }: Installation,
  given: Pick<Load, 'journal' | 'seed' | 'isOver' | 'signal'>,
): Tenant[] {
  return [...fixtures].map(
    ([kind, account], at) =>
      new Tenant({
        name: `tenant${at + 1}`,
        kind,
        account,
        syslog,
        requests: new Requests(base, given),
        random: seeded(given.seed + at + 1),
        ...given,
      }),
  )
}

interface Load {
  readonly journal: Journal
  readonly seed: number
  readonly isOver: () => boolean
  readonly signal: AbortSignal
}

/** Rejects when the signal aborts, with its reason. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Time for starting everything, and for comparing at the end. */
const startAndCheckSeconds = 600

/** Runs and checks everything; returns the exit status. */
export async function runChaos(options: ChaosOptions): Promise<number> {
  const { seconds, drainSeconds, seed } = options
  say(`${seconds / 60} minutes, seed ${seed}`)
  const stopping = new AbortController()
  // A terminal and the parent may both send one: the second must not end the cleanup.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))
  const bound = setTimeout(
    () => stopping.abort(new Error('the run did not end in time')),
    (seconds + drainSeconds + startAndCheckSeconds) * 1_000,
  )
  const stack = new Stack()
  try {
    return await Promise.race([
      run(options, { stack, stopped: stopping.signal }),
      aborted(stopping.signal),
    ])
  } finally {
    clearTimeout(bound)
    await stack.close()
  }
}

async function run(
  options: ChaosOptions,
  { stack, stopped }: { readonly stack: Stack; readonly stopped: AbortSignal },
): Promise<number> {
  const { seconds, drainSeconds, seed } = options
  const journal = new Journal(say)
  const errors: ErrorLine[] = []
  const installation = await install(options, { stack, journal, errors })
  const processes = installation.processes.map(({ name }) => name)
  const plan = { seconds, processes, tables, random: seeded(seed) }
  const planned = options.kills > 0 ? kills(plan, options.kills) : schedule(plan)
  let isOver = false
  const late = new AbortController()
  const signal = AbortSignal.any([stopped, late.signal])
  const tenants = tenantsOf(installation, { journal, seed, isOver: () => isOver, signal })
  await Promise.all(tenants.map((one) => one.open()))
  journal.note('every account is scanned once; the faults begin')
  const others = (tenant: Tenant): Tenant[] => tenants.filter((one) => one !== tenant)
  const working = Promise.allSettled(tenants.map((one) => one.work(others(one))))
  const [done] = await Promise.all([
    faults(planned, { installation, journal, signal: stopped }),
    sleep(seconds * 1_000, undefined, { signal: stopped }),
  ])
  isOver = true
  journal.note('all faults are over; what was begun is completed')
  const abandon = (): void => late.abort(new Error('not completed in time'))
  setTimeout(abandon, drainSeconds * 1_000).unref()
  for (const [at, result] of (await working).entries())
    if (result.status === 'rejected')
      journal.miss(`${tenants[at]?.name} could not go on: ${String(result.reason)}`)
  for (const one of tenants) one.requests = one.requests.until(stopped)
  const facts = await check(tenants, installation, { journal, signal })
  const full = planned.filter(({ fault }) => fault.kind === 'disk of PostgreSQL full')
  const reason = 'not run: mounting a disk requires root on Linux'
  const notRunnable = new Map(
    options.hasOwnDisk ? [] : full.map((one) => [described(one), reason] as const),
  )
  const count = (of: (one: Planned) => string): Map<string, number> =>
    new Map(
      [...Map.groupBy(planned, of).keys()].map((key) => [
        key,
        done.filter((one) => of(one) === key).length,
      ]),
    )
  const happened = count(described)
  const killed = count((one) => partOf(one) ?? '')
  killed.delete('')
  return report({ ...facts, happened, killed, notRunnable, errors }, { journal, say })
}
