/**
 * `npm run bench:fair`: what one tenant's 600 slow searches at a time cost another's light reads, on PostgreSQL
 * and on the embedded database: p99 with the crowd beside p99 without it, in turns.
 * `--engine postgres|embedded --clients 600 --rate 20 --seconds 10 --rounds 3`; `--hold` fails when an aim is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from '../server/testing/world.ts'
import { Aims, holdOption } from './aims.ts'
import type { Load, Measurement } from './bench-api/load.ts'
import { at, loaded } from './bench-api/loaded.ts'
import { freshDatabase, prepareLogin } from './bench-scan/database.ts'
import { start } from './bench-scan/processes.ts'
import { startPostgres } from './services.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    clients: { type: 'string', default: '600' },
    findings: { type: 'string', default: '50000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    ...holdOption,
  },
})
const main = join(import.meta.dirname, '../cli/main.ts')
const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const aim = 1.5
const aims = new Aims(values)

/** Creates a separate tenant; returns its owner's Authorization header once the product serves. */
async function seeded(
  name: string,
  findings: number,
  settings: Readonly<Record<string, string>>,
): Promise<(base: string) => Promise<string>> {
  const email = `${name}@plumbline.example`
  const size = ['--findings', String(findings), '--scans', '2', '--accounts', '1']
  const args = [main, 'seed', ...size, '--email', email]
  const seeding = await start(args, /password (\S+)/, settings)
  await seeding.stop()
  const password = seeding.said.replace('password ', '')
  return async (base) => {
    const nobody = new Client(base, { tenantId: '', userId: '', email, authorization: '' })
    const pair = await nobody.make('/tokens', 'tokens', { email, password })
    return `Bearer ${pair.text('access')}`
  }
}

const p99 = (results: readonly Measurement[]): number =>
  results.map((one) => at(one, 0.99)).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ??
  Number.NaN
const report = (what: string, results: Measurement): void =>
  say(
    `  ${what}: p50 / p99 / longest ${[0.5, 0.99, 1].map((part) => at(results, part).toFixed(1)).join(' / ')} ms, ` +
      JSON.stringify(results.statuses),
  )

async function measure(what: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const big = await seeded('crowd', Number(values.findings), settings)
  const small = await seeded('bystander', 1_000, settings)
  const product = await start([main, 'serve'], /http:\/\/[^/]+/, {
    ...settings,
    PORT: '0',
    LOG_LEVEL: 'error',
    REQUESTS_PER_TENANT: '', // as it comes; the limits by the minute stay off
  })
  try {
    const base = `${product.said}/api/v1`
    const [crowd, bystander] = [await big(base), await small(base)]
    const search = `${base}/findings/latest?filter[search]=WORD&page[size]=100`
    const startedMs = performance.now()
    await fetch(search.replace('WORD', 'alone'), { headers: { Authorization: crowd } })
    say(`${what}: one search alone takes ${(performance.now() - startedMs).toFixed(0)} ms`)
    const load: Load = {
      targets: ['/users/me', '/providers', '/scans?page[size]=1'].map((path) => ({
        url: base + path,
        authorization: bystander,
      })),
      perSecond: Number(values.rate),
      seconds: Number(values.seconds),
    }
    await loaded({ ...load, seconds: 3 })
    const results: { alone: Measurement[]; beside: Measurement[] } = { alone: [], beside: [] }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      results.alone.push(await loaded(load))
      report('alone', results.alone[round] as Measurement)
      const file = join(import.meta.dirname, 'bench-fair/crowd.ts')
      const others = await start([file, search, crowd, values.clients], /started/)
      await sleep(2_000)
      results.beside.push(await loaded(load))
      report('beside the crowd', results.beside[round] as Measurement)
      await others.stop()
      await sleep(2_000)
    }
    const ratio = p99(results.beside) / p99(results.alone)
    const longest = Math.max(...results.beside.map((one) => at(one, 1)))
    say(
      `${what}: p99 of repeated light reads ${p99(results.alone).toFixed(1)} ms alone, ${p99(results.beside).toFixed(1)} ms beside ` +
        `${values.clients} searches, each computed: ${ratio.toFixed(2)} x, longest ${longest.toFixed(0)} ms`,
    )
    const isMet = what === 'embedded' ? longest <= 1_000 : ratio <= aim
    const target = what === 'embedded' ? 'none above 1 s' : `at most ${aim} x`
    const judged = aims.judge(`${what}: light reads beside slow searches`, isMet)
    say(`  aim ${target}: ${judged}; load average ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await product.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
try {
  if (values.engine !== 'postgres')
    await measure('embedded', { DATA_DIR: join(folder, 'embedded') })
  if (values.engine !== 'embedded') {
    const service = await startPostgres()
    try {
      await prepareLogin(service)
      const database = await freshDatabase(service, 'bench_fair')
      await measure('postgres', { DATABASE_URL: database.url, DATA_DIR: join(folder, 'postgres') })
      await database.close()
    } finally {
      await service.stop()
    }
  }
  aims.close(say)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
