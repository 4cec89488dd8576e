/**
 * `npm run bench:api`: how long an authenticated read of one row takes on PostgreSQL, with a token and with
 * an API key, beside a bare server that looks nothing up; how often the use of a key is written; and whether
 * requests wait for each other. `--rate 200 --seconds 10 --rounds 3`; `--hold` fails when an aim is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { administrator } from '../server/platform/db/postgres.ts'
import { Client } from '../server/testing/world.ts'
import { Aims, holdOption } from './aims.ts'
import type { Load, Measurement } from './bench-api/load.ts'
import { at, loaded, measured } from './bench-api/loaded.ts'
import { freshDatabase, prepareLogin } from './bench-scan/database.ts'
import { start } from './bench-scan/processes.ts'
import { startPostgres } from './services.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    ...holdOption,
  },
})
const perSecond = Number(values.rate)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const root = join(import.meta.dirname, '..')
const aimMs = 10
const password = 'a bench needs a password'

const say = (text = ''): void => void process.stdout.write(`${text}\n`)
/** The median of the rounds' p99, in milliseconds. */
const middle = (results: readonly Measurement[]): number =>
  results.map((one) => at(one, 0.99)).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ??
  Number.NaN
const aims = new Aims(values)

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

async function report(...asked: Parameters<typeof measured>): Promise<Measurement> {
  const { lines, ...results } = await measured(...asked)
  for (const line of lines) say(line)
  return results
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
  const floor = await start([join(root, 'scripts/bench-api/floor.ts'), database.url], /http:.*/)
  const both = { product, postgres: database.pid }
  try {
    const owner = await signUp(`${product.said}/api/v1`)
    const made = await owner.make('/providers', 'providers', {
      provider: 'aws',
      uid: '100000000001',
    })
    const key = await owner.make('/api-keys', 'api-keys', { name: 'bench' })
    const url = `${product.said}/api/v1/providers/${made.id}`
    const by = (authorization: string): Load => ({
      targets: [{ url, authorization }],
      perSecond,
      seconds,
    })
    const withNothing = { ...by(''), targets: [{ url: floor.said, authorization: 'none' }] }
    const withToken = by(owner.authorization)
    const withKey = by(`Api-Key ${key.text('api_key')}`)
    // Warm, as a server is after its first seconds.
    for (const one of [withNothing, withToken, withKey]) await loaded({ ...one, seconds: 3 })
    say(`load average ${loadavg()[0]?.toFixed(1)} before it startedMs`)
    const results: Record<'floor' | 'token' | 'key', Measurement[]> = {
      floor: [],
      token: [],
      key: [],
    }
    for (let round = 0; round < rounds; round += 1) {
      results.floor.push(await report('bare server', withNothing, { ...both, product: floor }))
      results.token.push(await report('token', withToken, both))
      results.key.push(await report('key', withKey, both))
    }

    await own.run(`
      create table key_writes (at timestamptz not null default now());
      create function note_key_write() returns trigger language plpgsql security definer as $$
        begin insert into public.key_writes default values; return null; end $$;
      create trigger key_writes after update of last_used_at on api_keys
        for each row execute function note_key_write()`)
    const fresh = await owner.make('/api-keys', 'api-keys', { name: 'never used' })
    const byFresh = await report(
      'a new key, a thousand in ten seconds',
      { ...by(`Api-Key ${fresh.text('api_key')}`), perSecond: 100, seconds: 10 },
      both,
    )
    const [writes] = await own.run('select count(*)::int as count from key_writes')
    const count = Number(writes?.['count'])
    say(`  last_used_at was written ${count} times`)

    // Locks on the rows of the key, its user and its tenant must not delay requests.
    const held = own.run(`
      begin; select from api_keys for update; select from users for no key update;
      select from memberships for update; select from providers for update;
      select pg_sleep(8); commit`)
    const watching = new AbortController()
    const waits = lockWaits(service.adminUrl('bench_api'), watching.signal)
    const beside = await report('key, its rows locked', { ...withKey, seconds: 4 }, both)
    watching.abort()
    const { looks, waiting } = await waits
    await held
    say(`  ${waiting} of ${looks} looks saw a request that waits for a lock`)
    const all = [...results.token, ...results.key, byFresh, beside]
    const answered = all.every(({ statuses }) => Object.keys(statuses).join() === '200')
    say()
    const bare = middle(results.floor)
    for (const what of ['token', 'key'] as const) {
      const p99 = middle(results[what])
      say(
        `p99 of repeated reads of one row with a ${what}, median of ${rounds}: ${p99.toFixed(1)} ms, ` +
          `${aims.atMost(`p99 of repeated reads with a ${what}`, p99, aimMs, ' ms')}; ` +
          `${(p99 / bare).toFixed(2)} x the bare server's ${bare.toFixed(1)}`,
      )
    }
    say(
      `writes of last_used_at: ${count}, aim 1 ${aims.judge('writes of last_used_at', count === 1)}`,
    )
    const unlocked = aims.judge('reads beside locked rows', waiting === 0 && answered)
    say(`no read waited for locked rows, all were answered: ${unlocked}`)
    aims.close(say)
  } finally {
    await floor.stop()
    await product.stop()
    await own.close()
    await database.close()
  }
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
