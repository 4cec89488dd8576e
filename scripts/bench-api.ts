/**
 * `npm run bench:api`: how long an authenticated read of one row takes on PostgreSQL, with a token and with
 * an API key; how often the use of a key is written; and whether requests wait for each other.
 * `--rate 200 --seconds 20`.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { administrator } from '../server/platform/db/postgres.ts'
import { Client } from '../server/testing/world.ts'
import type { Heard, Load } from './bench-api/load.ts'
import { freshDatabase, prepareLogin } from './bench-scan/database.ts'
import { type Child, familyTime, processorTime, start } from './bench-scan/processes.ts'
import { startPostgres } from './services.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
  },
})
const perSecond = Number(values.rate)
const seconds = Number(values.seconds)
const root = join(import.meta.dirname, '..')
const aimMs = 10
const password = 'a bench needs a password'

const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')

async function loaded(load: Load): Promise<Heard> {
  const args = [...process.execArgv, join(root, 'scripts/bench-api/load.ts'), JSON.stringify(load)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as Heard
}

const at = ({ latencies }: Heard, part: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? Number.NaN

const shown = (heard: Heard): string =>
  [0.5, 0.95, 0.99, 1].map((part) => at(heard, part).toFixed(1)).join(' / ')

async function signUp(base: string): Promise<Client> {
  const nobody = new Client(base, { tenantId: '', userId: '', email: '', authorization: '' })
  const email = 'bench@plumbline.example'
  const { id: userId } = await nobody.make('/users', 'users', { name: 'Bench', email, password })
  const pair = await nobody.make('/tokens', 'tokens', { email, password })
  return new Client(base, {
    tenantId: '',
    userId,
    email,
    authorization: `Bearer ${pair.text('access')}`,
  })
}

/** One load, with what it cost the server and the database beside what it cost its own process. */
async function measured(
  what: string,
  load: Load,
  { product, postgres }: { product: Child; postgres: number },
): Promise<Heard> {
  const [ours, theirs] = [processorTime(product.pid), familyTime(postgres)]
  const heard = await loaded(load)
  const each = (microseconds: number): string => (microseconds / heard.latencies.length).toFixed(0)
  say(
    `${what}: ${heard.latencies.length} reads at ${load.perSecond}/s, ${JSON.stringify(heard.statuses)}; ` +
      `p50 / p95 / p99 / longest ${shown(heard)} ms`,
  )
  say(
    `  processor time a read: server ${each(processorTime(product.pid) - ours)} µs, ` +
      `PostgreSQL ${each(familyTime(postgres) - theirs)} µs, load (apart) ${each(heard.microseconds)} µs`,
  )
  return heard
}

/** How often, of so many looks, a session of the database waited for a lock. */
async function lockWaits(
  url: string,
  signal: AbortSignal,
): Promise<{ looks: number; waiting: number }> {
  const watcher = await administrator(url)
  let looks = 0
  let waiting = 0
  while (!signal.aborted) {
    const [row] = await watcher.run(
      "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'",
    )
    looks += 1
    if (Number(row?.['count']) > 0) waiting += 1
    await sleep(20)
  }
  await watcher.close()
  return { looks, waiting }
}

const service = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
try {
  await prepareLogin(service)
  const database = await freshDatabase(service, 'bench_api')
  const own = await administrator(service.adminUrl('bench_api'))
  const product = await start([join(root, 'cli/main.ts'), 'serve'], /http:\/\/[^/]+/, {
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  })
  const both = { product, postgres: database.pid }
  try {
    const owner = await signUp(`${product.said}/api/v1`)
    const made = await owner.make('/providers', 'providers', {
      provider: 'aws',
      uid: '100000000001',
    })
    const key = await owner.make('/api-keys', 'api-keys', { name: 'bench' })
    const url = `${product.said}/api/v1/providers/${made.id}`
    const withToken = { url, authorization: owner.authorization, perSecond, seconds }
    const withKey = { ...withToken, authorization: `Api-Key ${key.text('api_key')}` }
    // Warm, as a server is after its first seconds.
    for (const one of [withToken, withKey]) await loaded({ ...one, seconds: 3 })
    say(`load average ${loadavg()[0]?.toFixed(1)} before it began`)
    const byToken = await measured('token', withToken, both)
    const byKey = await measured('key', withKey, both)

    await own.run(`
      create table key_writes (at timestamptz not null default now());
      create function note_key_write() returns trigger language plpgsql security definer as $$
        begin insert into public.key_writes default values; return null; end $$;
      create trigger key_writes after update of last_used_at on api_keys
        for each row execute function note_key_write()`)
    const fresh = await owner.make('/api-keys', 'api-keys', { name: 'never used' })
    const authorization = `Api-Key ${fresh.text('api_key')}`
    const byFresh = await measured(
      'a new key, a thousand in ten seconds',
      { ...withKey, authorization, perSecond: 100, seconds: 10 },
      both,
    )
    const [writes] = await own.run('select count(*)::int as count from key_writes')
    const count = Number(writes?.['count'])
    say(`  last_used_at was written ${count} times`)

    // Whoever holds the rows of the key, its user and its tenant for a while holds nobody up.
    const held = own.run(`
      begin; select from api_keys for update; select from users for no key update;
      select from memberships for update; select from providers for update;
      select pg_sleep(8); commit`)
    const watching = new AbortController()
    const waits = lockWaits(service.adminUrl('bench_api'), watching.signal)
    const beside = await measured('key, its rows locked', { ...withKey, seconds: 4 }, both)
    watching.abort()
    const { looks, waiting } = await waits
    await held
    say(`  ${waiting} of ${looks} looks saw a request that waits for a lock`)
    const all = [byToken, byKey, byFresh, beside]
    const answered = all.every(({ statuses }) => Object.keys(statuses).join() === '200')
    say()
    for (const [what, heard] of [
      ['token', byToken],
      ['key', byKey],
    ] as const)
      say(
        `p99 with a ${what}: ${at(heard, 0.99).toFixed(1)} ms, aim ${aimMs} ${verdict(at(heard, 0.99) <= aimMs)}`,
      )
    say(`writes of last_used_at: ${count}, aim 1 ${verdict(count === 1)}`)
    say(`no read waited for locked rows, all were answered: ${verdict(waiting === 0 && answered)}`)
  } finally {
    await product.stop()
    await own.close()
    await database.close()
  }
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
