/**
 * `npm run test:all [-- --minutes 20] [part of a path …]`: everything, on both databases, behind a connection pooler and
 * reading from a standby, with the last version on this schema, the large tests, moto, both themes in the browser, the built release and the
 * benchmark of streams. Random searches run longer, from a new seed. Files that passed on the same tree before are
 * skipped, so the run can be interrupted and continued.
 */
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBrowserTests } from './test-browser.ts'
import { type Ledger, ledgerOf } from './test-ledger.ts'
import { runMotoTests } from './test-moto.ts'
import { runPostgresTests } from './test-postgres.ts'
import { brokenOff, node, type Run } from './test-process.ts'
import { runReleaseTests } from './test-release.ts'
import { runEmbeddedTests } from './test-run.ts'

interface Part {
  readonly name: string
  /** Returns the exit status. */
  readonly run: (run: Run) => Promise<number>
  /** It has no files: it passes or fails as a whole, and is left out if files are named. */
  readonly isWhole?: true
}

const parts: readonly Part[] = [
  { name: 'check', isWhole: true, run: (run) => node(run, ['scripts/check.ts']) },
  { name: 'embedded', run: runEmbeddedTests },
  { name: 'postgres', run: (run) => runPostgresTests(run, { all: true }) },
  { name: 'pooler', run: (run) => runPostgresTests(run, { pooler: true }) },
  { name: 'replica', run: (run) => runPostgresTests(run, { all: true, replica: true }) },
  { name: 'earlier', isWhole: true, run: (run) => node(run, ['scripts/test-earlier.ts']) },
  { name: 'moto', run: runMotoTests },
  { name: 'browser', run: runBrowserTests },
  { name: 'release', run: runReleaseTests },
  { name: 'streams', isWhole: true, run: (run) => node(run, ['scripts/bench-sse.ts', '--quick']) },
  {
    name: 'demo',
    isWhole: true,
    run: (run) => node(run, ['cli/main.ts', 'demo', '--exit'], { WEB_APP: 'true' }),
  },
]

async function runPart(part: Part, base: Run, ledger: Ledger): Promise<number> {
  const passed = new Set(ledger.passed(part.name).map(({ file }) => file))
  if (part.isWhole && passed.has('')) return 0
  base.say(`\n== ${part.name}`)
  const since = performance.now()
  const status = await part.run({
    ...base,
    hasPassed: (file) => passed.has(file),
    onPassed: (outcome) => ledger.add({ part: part.name, ...outcome }),
  })
  const seconds = (performance.now() - since) / 1_000
  ledger.add({ piece: part.name, seconds })
  if (status === 0 && part.isWhole) ledger.add({ part: part.name, file: '', seconds, tests: 0 })
  return status
}

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' } },
})
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
if (!(minutes > 0)) throw new Error('--minutes takes a number of minutes.')

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort())
if (values.minutes !== undefined) setTimeout(() => stopping.abort(), minutes * 60_000).unref()

const root = join(import.meta.dirname, '..')
const ledger = ledgerOf(root)
const run: Run = {
  root,
  filters,
  environment: {
    PLUMBLINE_TEST_SEED: String(randomInt(2 ** 31)),
    PLUMBLINE_TEST_MINUTES: '60',
    ...process.env,
    PLUMBLINE_TEST_LONG: '1',
  },
  isRequired: true,
  say: (sentence) => void process.stdout.write(`${sentence}\n`),
  signal: stopping.signal,
  output: 'inherit',
}

const wanted = parts.filter(({ isWhole }) => filters.length === 0 || !isWhole)
const failed: string[] = []
for (const part of wanted)
  if (!stopping.signal.aborted) {
    const status = await runPart(part, run, ledger)
    if (status !== 0 && status !== brokenOff) failed.push(part.name)
  }

run.say(`\n${'Part'.padEnd(12)}   seconds     files     tests   of all runs on this tree`)
let total = 0
for (const { name } of wanted) {
  const files = ledger.passed(name).filter(({ file }) => file !== '')
  const tests = files.reduce((sum, each) => sum + each.tests, 0)
  const figures = [Math.round(ledger.seconds(name)), files.length, tests]
  run.say(name.padEnd(12) + figures.map((each) => String(each).padStart(10)).join(''))
  total += ledger.seconds(name)
}
run.say(`${'all'.padEnd(12)}${String(Math.round(total)).padStart(10)}`)
if (failed.length > 0) {
  run.say(`FAILED: ${failed.join(', ')}. The reasons are above.`)
  process.exitCode = 1
} else if (stopping.signal.aborted) {
  run.say('Interrupted. Run it again to continue: what passed is skipped.')
  process.exitCode = brokenOff
} else run.say('Everything passed.')
