/**
 * `npm run bench:reports -- --findings 1000000`: how fast the files of a scan are written out of PostgreSQL, and how
 * much memory it takes, each in a separate process. `--hold` fails when an aim is missed.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { aws, describeChecks } from '@plumbline/scanner'
import { seed } from '@plumbline/server/seed'
import { withChainKey } from '../server/platform/audit/index.ts'
import { Aims, holdOption } from './aims.ts'
import { startEngine } from './bench-findings/engines.ts'
import type { Kind, Written } from './bench-reports/writing.ts'

const { values } = parseArgs({
  options: {
    findings: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    ...holdOption,
  },
})
const findings = Number(values.findings)
const mostMb = 400
const leastRate = 50_000
const aims = new Aims(values)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const run = promisify(execFile)

const engine = await startEngine('postgres')
try {
  const startedMs = performance.now()
  const { tenantId } = await seed(
    withChainKey(engine.database, { id: randomUUID(), bytes: Buffer.alloc(32, 7) }),
    {
      findings,
      scans: 1,
      accounts: 1,
      seed: Number(values.seed),
      tenantId: null,
      email: 'bench@example.com',
      add: false,
      checks: await describeChecks(aws),
      nowMs: Date.now(),
    },
    () => {},
  )
  await engine.administer('vacuum analyze')
  const [scan] = await engine.administer(`select id from scans where tenant_id = '${tenantId}'`)
  say(
    `${findings} findings were seeded in ${Math.round((performance.now() - startedMs) / 1_000)} s.`,
  )
  for (const kind of ['csv', 'ocsf', 'html', 'zip'] satisfies Kind[]) {
    const script = join(import.meta.dirname, 'bench-reports', 'writing.ts')
    const asked = {
      url: engine.url ?? '',
      tenant: tenantId,
      scan: String(scan?.['id']),
      kind,
      rows: values.rows,
    }
    const options = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value])
    const { stdout } = await run(process.execPath, [...process.execArgv, script, ...options])
    const { ms, processorMs, bytes, residentMb } = JSON.parse(stdout) as Written
    const rate = Math.round((findings / ms) * 1_000)
    const memory = `${Math.round(residentMb)} MB resident, ${aims.atMost(`${kind}: memory`, residentMb, mostMb, ' MB')}`
    const speed =
      kind === 'csv'
        ? `, aim ${leastRate}/s ${aims.judge(`csv: ${rate} findings/s`, rate >= leastRate)}`
        : ''
    say(
      `  ${kind}: ${rate} findings/s${speed}; ${((processorMs * 1_000) / findings).toFixed(1)} µs of processor time each; ${Math.round(bytes / 2 ** 20)} MB written; ${memory}`,
    )
  }
} finally {
  await engine.close()
}
aims.close(say)
