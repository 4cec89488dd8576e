import { spawn } from 'node:child_process'
import { nodeTests, usualAtATime } from './test-attempts.ts'
import { counted, testFiles, usesDatabase } from './test-files.ts'
import { brokenOff, type Run } from './test-process.ts'
import { isLarge, largeSample } from './test-sizes.ts'

/** Without the large files, except a sample, in a run for which no file is named. */
export function sized(
  { filters, environment }: Run,
  files: readonly string[],
  sample = largeSample,
): string[] {
  const withLarge = filters.length > 0 || environment['PLUMBLINE_TEST_LONG'] === '1'
  return files.filter((path) => withLarge || !isLarge(path) || sample.includes(path))
}

/** The files of a run, without those that passed before; null if none matches, which is printed. */
export function chosen(
  run: Run,
  ending: string,
  matches: (path: string) => boolean,
  sample = largeSample,
): string[] | null {
  const files = sized(run, testFiles(run.root, ending, run.filters), sample).filter(matches)
  if (files.length > 0) return files.filter((path) => !run.hasPassed?.(path))
  const filter = run.filters.length > 0 ? ` whose path contains ${run.filters.join(' or ')}` : ''
  run.say(`There is no test here${filter} (*${ending}).`)
  // Of several parts, one may have nothing of what was named.
  return run.hasPassed ? [] : null
}

/** The database that tests copy; null if it cannot be created, which is reported. */
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

/** Runs the tests on the embedded database and returns the exit status. */
export async function runEmbeddedTests(run: Run): Promise<number> {
  const files = chosen(run, '.test.ts', () => true)
  if (files === null) return 1
  if (files.length === 0) return 0
  run.say(`${counted(files)} on the embedded database, ${usualAtATime} processes at a time.`)
  if (!files.some(usesDatabase)) return nodeTests(run, files, {})
  const template = await embeddedTemplate(run)
  if (run.signal.aborted) return brokenOff
  if (template === null) return 1
  return nodeTests(run, files, { PLUMBLINE_TEST_TEMPLATE: template })
}
