/**
 * `npm test [part of a path …]`: the tests on the embedded database, of the large ones a sample.
 * `npm run test:postgres`: those whose result can differ on PostgreSQL and Redis; with `--all`, all that meet a database,
 * with `--pooler` through PgBouncer in transaction mode, and with `--replica` reading from a standby.
 * `npm run test:moto`: the AWS services against moto, where it is installed.
 * `npm run test:browser`: streams in Chromium and behind nginx.
 * `npm run test:release`: the built files of a release, installed in an empty folder; with `--built <folder>`, those of
 * the folder.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBrowserTests } from './test-browser.ts'
import { runMotoTests } from './test-moto.ts'
import { runPostgresTests } from './test-postgres.ts'
import { runReleaseTests } from './test-release.ts'
import { type Run } from './test-process.ts'
import { runEmbeddedTests } from './test-run.ts'

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean' },
    all: { type: 'boolean', default: false },
    pooler: { type: 'boolean', default: false },
    replica: { type: 'boolean', default: false },
    moto: { type: 'boolean' },
    browser: { type: 'boolean' },
    release: { type: 'boolean' },
    built: { type: 'string' },
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

if (values.postgres) process.exitCode = await runPostgresTests(run, values)
else if (values.browser) process.exitCode = await runBrowserTests(run)
else if (values.release) process.exitCode = await runReleaseTests(run, values.built)
else if (values.moto) process.exitCode = await runMotoTests(run)
else process.exitCode = await runEmbeddedTests(run)
