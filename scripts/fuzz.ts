/**
 * `npm run fuzz -- --minutes 10 [--seed 7] [--postgres] [suite …]`: the property tests of the API for long, two at
 * a time, each for its share. Each operation of a suite has an equal part of that, and at least the tries that its
 * suite wants.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeApi } from '../server/describe-api.ts'
import { operationsOf } from '../server/testing/api-properties/operations.ts'
import { runPostgresTests } from './test-postgres.ts'
import { runEmbeddedTests } from './test-run.ts'

const suites = ['bad-input', 'raw-requests', 'cross-tenant', 'secrets', 'permissions']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    postgres: { type: 'boolean' },
  },
})
const minutes = Number(values.minutes)
const chosen = positionals.length > 0 ? positionals : suites
const unknown = chosen.find((suite) => !suites.includes(suite))
const isSeed = values.seed === undefined || /^\d{1,9}$/.test(values.seed)
if (!(minutes > 0) || unknown !== undefined || !isSeed) {
  process.stderr.write(
    `npm run fuzz -- --minutes <number> [--seed <number>] [--postgres] [${suites.join(' | ')}]\n`,
  )
  process.exit(2)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
const perTest = minutes / chosen.length / operationsOf(await describeApi()).length
const runTests = values.postgres ? runPostgresTests : runEmbeddedTests
process.exitCode = await runTests({
  root: join(import.meta.dirname, '..'),
  filters: chosen.map((suite) => `server/testing/api-properties/${suite}.test.ts`),
  environment: {
    ...process.env,
    PLUMBLINE_FUZZ_MINUTES: String(perTest),
    // The tries that a suite wants take their time too: 150,000 of them 25 minutes.
    PLUMBLINE_TEST_MINUTES: String(minutes + 60),
    ...(values.seed !== undefined && { PLUMBLINE_TEST_SEED: values.seed }),
  },
  isRequired: true,
  say: (sentence) => void process.stdout.write(`${sentence}\n`),
  signal: stopping.signal,
  output: 'inherit',
})
