import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeTests } from './test-attempts.ts'
import { counted, testFiles, usesDatabase } from './test-files.ts'
import { brokenOff, type Run } from './test-process.ts'

/** A test that kills processes or waits for minutes: it runs when it is named, and with `--long`. */
const isLarge = (path: string): boolean => path.endsWith('.large.test.ts')

/** Of the large tests, those that every run has: the cheapest that loses a process, a disk, and a connection. */
export const largeSample: readonly string[] = [
  'cli/import-kill.large.test.ts',
  'server/features/accounts/credential-matrix.large.test.ts',
  'server/platform/db/backup/backup.large.test.ts',
]

/** The files of a run; none is a mistake of whoever typed the filter. */
export function chosen(run: Run, ending: string, matches: (path: string) => boolean): string[] {
  const isNamed = run.filters.length > 0 || run.environment['PLUMBLINE_TEST_LONG'] === '1'
  const files = testFiles(run.root, ending, run.filters)
    .filter((path) => isNamed || !isLarge(path) || largeSample.includes(path))
    .filter(matches)
  if (files.length > 0) return files
  const filter = run.filters.length > 0 ? ` whose path contains ${run.filters.join(' or ')}` : ''
  run.say(`There is no test here${filter} (*${ending}).`)
  return []
}

/** A file of which a test run takes a sample. */
const hasMore = ({ root }: Run, path: string): boolean =>
  readFileSync(join(root, path), 'utf8').includes("process.env['PLUMBLINE_TEST_LONG']")

/** Whole, what `npm test` runs as a sample: random search of minutes, dozens of restarts. */
export function runLongTests(run: Run): Promise<number> {
  const whole = { PLUMBLINE_TEST_MINUTES: '60', ...run.environment, PLUMBLINE_TEST_LONG: '1' }
  return runEmbeddedTests({ ...run, environment: whole }, (path) => hasMore(run, path))
}

/** A database of which tests make theirs by a copy; null where it cannot be made, which has been said. */
export async function embeddedTemplate(run: Run): Promise<string | null> {
  const { NODE_TEST_CONTEXT: _ours, ...inherited } = run.environment
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/embedded-template.ts'],
    {
      cwd: run.root,
      env: inherited,
      stdio: ['ignore', 'pipe', 'inherit'],
      signal: run.signal,
    },
  )
  child.on('error', () => {}) // broken off; `close` follows
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code === 0 || run.signal.aborted) return Buffer.concat(parts).toString()
  run.say('The template of the embedded database could not be made; the reason is above.')
  return null
}

/** Every chosen test on the embedded database; `wanted` says which. Gives the exit status. */
export async function runEmbeddedTests(
  run: Run,
  matches: (path: string) => boolean = () => true,
): Promise<number> {
  const files = chosen(run, '.test.ts', matches)
  if (files.length === 0) return 1
  run.say(`${counted(files)} on the embedded database, two at a time.`)
  if (!files.some(usesDatabase)) return nodeTests(run, files, {})
  const template = await embeddedTemplate(run)
  if (run.signal.aborted) return brokenOff
  if (template === null) return 1
  return nodeTests(run, files, { PLUMBLINE_TEST_TEMPLATE: template })
}
