/**
 * `npm test [part of a path …]`: every test on the embedded database.
 * `npm run test:long`: whole, what a run of all tests takes a sample of, and `*.large.test.ts`.
 * `npm run test:postgres`: those whose result can differ on PostgreSQL and Redis; with `--all`, all that meet a database.
 * `npm run test:moto`: the AWS services against moto, where it is installed.
 * `npm run test:browser`: streams in Chromium and behind nginx.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBrowserTests } from './test-browser.ts'
import { runMotoTests } from './test-moto.ts'
import { runPostgresTests } from './test-postgres.ts'
import { type Run } from './test-process.ts'
import { runEmbeddedTests, runLongTests } from './test-run.ts'

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean' },
    postgres: { type: 'boolean' },
    all: { type: 'boolean', default: false },
    moto: { type: 'boolean' },
    browser: { type: 'boolean' },
  },
})

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort())
}

const run: Run = {
  root: join(import.meta.dirname, '..'),
  filters,
  environment: process.env,
  isRequired: process.env['CI'] === 'true' || process.env['CI'] === '1',
  say: (sentence) => void process.stdout.write(`${sentence}\n`),
  signal: stopping.signal,
  output: 'inherit',
}

if (values.long) process.exitCode = await runLongTests(run)
else if (values.postgres) process.exitCode = await runPostgresTests(run, values)
else if (values.browser) process.exitCode = await runBrowserTests(run)
else if (values.moto) process.exitCode = await runMotoTests(run)
else process.exitCode = await runEmbeddedTests(run)
