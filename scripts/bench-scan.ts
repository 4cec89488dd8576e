/**
 * `npm run bench:scan`: scans of a synthetic account and of one a tenth its size, by the product as it
 * is served, on PostgreSQL: processor time per finding, peak memory, and what a scan writes that finds
 * nothing new. `--resources 100000`; `--hold` fails when an aim is missed; `--cpu-prof folder` keeps profiles of the product's threads.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Api } from '../cli/demo-client.ts'
import { Aims, holdOption } from './aims.ts'
import { firstKeyOf, syntheticAccount } from '../scanner/testing/index.ts'
import { type BenchDatabase, freshDatabase, prepareLogin } from './bench-scan/database.ts'
import {
  type Child,
  familyTime,
  peakMb,
  processorTime,
  resetPeak,
  start,
} from './bench-scan/processes.ts'
import { type PostgresService, startPostgres } from './services.ts'

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '100000' },
    'cpu-prof': { type: 'string' },
    ...holdOption,
  },
})
const resources = Number(values.resources)
if (!Number.isInteger(resources) || resources < 10) {
  throw new RangeError('--resources is a whole number of at least 10.')
}
const root = join(import.meta.dirname, '..')
const aims = new Aims(values)
const most = { microseconds: 100, memoryMb: 400 }

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

interface Measured {
  readonly findings: number
  readonly microseconds: number
  readonly memoryMb: number
}

/** One scan through the API, from POST /scans to the event of its end. */
async function measure(
  api: Api,
  provider: string,
  product: Child,
  database: BenchDatabase,
): Promise<Measured> {
  const before = await database.written()
  resetPeak(product.pid)
  const began = performance.now()
  const [ours, theirs] = [processorTime(product.pid), familyTime(database.pid)]
  const scan = await api.scan(provider)
  await api.follow(scan, () => {})
  const seconds = (performance.now() - began) / 1_000
  const [own, postgres] = [processorTime(product.pid) - ours, familyTime(database.pid) - theirs]
  const memoryMb = peakMb(product.pid)
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

/** Two scans of one unchanged account, on a database and in a product process of their own. */
async function bench(service: PostgresService, size: number): Promise<readonly Measured[]> {
  say(`${size} resources`)
  const { id } = syntheticAccount({ seed: 1, resources: 0 })
  const cloud = await start([join(root, 'scripts/bench-scan/cloud.ts'), String(size)], /http:\S+/)
  const database = await freshDatabase(service, `bench_${size}`)
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
  const profile = values['cpu-prof']
  const product = await start(
    [
      ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
      join(root, 'cli/main.ts'),
      'serve',
    ],
    /http:\/\/[^/]+/,
    {
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      AWS_ENDPOINT_URL: cloud.said,
      EVENT_STREAMS: 'scan-progress',
      EVENTSTREAM_DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    },
  )
  try {
    const api = await Api.signUp(`${product.said}/api/v1`, {
      email: 'bench@plumbline.example',
      password: 'a bench needs a password',
    })
    const { accessKeyId, secretAccessKey } = firstKeyOf(id)
    const provider = await api.connect(
      id,
      { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
      'synthetic',
    )
    const first = await measure(api, provider, product, database)
    say('  again, unchanged:')
    return [first, await measure(api, provider, product, database)]
  } finally {
    await product.stop()
    await cloud.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const service = await startPostgres()
try {
  await prepareLogin(service)
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
  aims.close(say)
} finally {
  await service.stop()
}
