/**
 * `npm run bench:scan`: scans of a synthetic account and of one a tenth its size, by the product as it
 * is served, on PostgreSQL: processor time per finding, peak memory, and what a scan writes that finds
 * nothing new. `--resources 100000`; `--cpu-prof folder` keeps profiles of the product's threads; `--hold` fails
 * when an aim is missed. With `--latency 80` one scan of 17 regions whose every answer is 80 ms late: its time, and
 * processor time per call.
 * With `--kind kubernetes` the scanner alone, of that kind and of AWS: processor time per finding, and memory.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Aims, holdOption } from './aims.ts'
import { prepareLogin } from './bench-scan/database.ts'
import { lateScan } from './bench-scan/late-cloud.ts'
import { compareKind } from './bench-scan/kind.ts'
import { kindOf, type Played } from './bench-scan/kinds.ts'
import { familyTime, peakMb, processorTime, resetPeak, start } from './bench-scan/processes.ts'
import { openProduct, type Product } from './bench-scan/product.ts'
import { type PostgresService, startPostgres } from './services.ts'

const { values } = parseArgs({
  options: {
    resources: { type: 'string' },
    kind: { type: 'string' },
    'cpu-prof': { type: 'string' },
    latency: { type: 'string' },
    ...holdOption,
  },
})
const { kind } = values
if (kind !== undefined) kindOf(kind)
const resources = Number(values.resources ?? (kind === undefined ? 100_000 : 20_000))
if (!Number.isInteger(resources) || resources < 10) {
  throw new RangeError('--resources is a whole number of at least 10.')
}
const latencyMs = values.latency === undefined ? undefined : Number(values.latency)
if (latencyMs !== undefined && !(latencyMs > 0)) {
  throw new RangeError('--latency is a number of milliseconds above 0.')
}
const root = join(import.meta.dirname, '..')
const aims = new Aims(values)
const most = { microseconds: 100, ofACall: 250, memoryMb: 400, ofLeastTime: 1.3, tenfold: 11 }

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

interface Measured {
  readonly findings: number
  readonly microseconds: number
  readonly memoryMb: number
}

/** One scan through the API, from POST /scans to the event of its end. */
async function measure({ api, provider, pid, database }: Product): Promise<Measured> {
  const before = await database.written()
  resetPeak(pid)
  const startedMs = performance.now()
  const [ours, theirs] = [processorTime(pid), familyTime(database.pid)]
  const scan = await api.scan(provider)
  await api.follow(scan, () => {})
  const seconds = (performance.now() - startedMs) / 1_000
  const [own, postgres] = [processorTime(pid) - ours, familyTime(database.pid) - theirs]
  const memoryMb = peakMb(pid)
  const written = await database.written()
  const coverage = await api.coverage(scan)
  const assessed = coverage.filter(({ outcome }) => outcome === 'assessed')
  const findings = assessed.reduce((sum, { count }) => sum + count, 0)
  const each = (total: number): string => (total / findings).toFixed(1)
  const microseconds = (own + postgres) / findings
  say(
    `  ${findings} findings in ${seconds.toFixed(1)} s; processor time a finding: ${each(own)} µs product + ` +
      `${each(postgres)} µs PostgreSQL = ${microseconds.toFixed(1)} µs; peak memory ${Math.round(memoryMb)} MB`,
  )
  say(
    `  written: ${written.rows - before.rows} rows of findings and resources, ` +
      `${((written.walBytes - before.walBytes) / 2 ** 20).toFixed(1)} MB of log`,
  )
  return { findings, microseconds, memoryMb }
}

/** Two scans of one unchanged account, each with a separate database and product process. */
async function bench(service: PostgresService, size: number): Promise<readonly Measured[]> {
  say(`${size} resources`)
  const cloud = await start(
    [join(root, 'scripts/bench-scan/cloud.ts'), 'aws', String(size)],
    /^{.*}$/,
  )
  const { config } = JSON.parse(cloud.said) as Played
  const profile = values['cpu-prof']
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  try {
    const product = await openProduct(
      service,
      `bench_${size}`,
      String(config['endpoint_url']),
      profiling,
    )
    try {
      const first = await measure(product)
      say('  again, unchanged:')
      return [first, await measure(product)]
    } finally {
      await product.stop()
    }
  } finally {
    await cloud.stop()
  }
}

async function compareSizes(service: PostgresService): Promise<void> {
  const [small] = await bench(service, Math.round(resources / 10))
  const [large] = await bench(service, resources)
  if (!small || !large) throw new Error('A bench has two scans.')
  const { microseconds, memoryMb } = large
  say()
  say(
    `processor time a finding of a first scan: ${microseconds.toFixed(1)} µs, ` +
      aims.atMost(
        'processor time a finding of a first scan',
        microseconds,
        most.microseconds,
        ' µs',
      ),
  )
  say(
    `peak memory of a first scan: ${Math.round(memoryMb)} MB, ` +
      `${aims.atMost('peak memory of a first scan', memoryMb, most.memoryMb, ' MB')}; ` +
      `${(memoryMb / small.memoryMb).toFixed(2)} times that of a tenth of the account, with ${(large.findings / small.findings).toFixed(1)} times its findings`,
  )
  const times = (microseconds * large.findings) / (small.microseconds * small.findings)
  say(
    `processor time of ten times the account: ${times.toFixed(2)} times, ` +
      aims.atMost('processor time of ten times the account', times, most.tenfold),
  )
}

async function withLatency(service: PostgresService, latencyMs: number): Promise<void> {
  const late = await lateScan(service, resources, latencyMs)
  const { calls, processorTime: spent, seconds, leastSeconds, decides } = late
  say(`${resources} resources, ${calls} calls in 17 regions, each answered ${latencyMs} ms late`)
  const ratio = seconds / leastSeconds
  say(
    `  ${seconds.toFixed(1)} s from POST /scans to its end; the limits allow ${leastSeconds.toFixed(1)} s (${decides}): ` +
      `${ratio.toFixed(2)} times, ${aims.atMost('time of a scan, in times of what its limits allow', ratio, most.ofLeastTime)}`,
  )
  const each = spent / calls
  say(
    `  processor time a call, of the product and PostgreSQL: ${each.toFixed(1)} µs, ` +
      aims.atMost('processor time a call', each, most.ofACall, ' µs'),
  )
}

async function withPostgres(): Promise<void> {
  const service = await startPostgres()
  try {
    await prepareLogin(service)
    if (latencyMs === undefined) await compareSizes(service)
    else await withLatency(service, latencyMs)
  } finally {
    await service.stop()
  }
}

await (kind === undefined ? withPostgres() : compareKind(kind, resources, { aims, say }))
aims.close(say)
