import { spawn } from 'node:child_process'
import { generateKeyPair } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { counted, testFiles, usesDatabase } from './test-files.ts'
import { longestFileMs } from './test-group.ts'
import { writeGroups } from './test-groups.ts'
import { slowest } from './test-times.ts'

export interface Run {
  /** The folder of package.json. */
  readonly root: string
  /** Parts of paths; none takes all. */
  readonly filters: readonly string[]
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** In CI a missing tool is a failure; on other machines it is a loud skip. */
  readonly isRequired: boolean
  readonly say: (sentence: string) => void
  readonly signal: AbortSignal
  /** Where the runner's own lines go. */
  readonly output: 'inherit' | 'ignore'
}

/** The status of a run that somebody broke off. */
export const brokenOff = 130

/** Runs one of our files, or Node itself, and gives its exit status. Its output is ours. */
export function node(
  { root, environment, signal, output }: Run,
  args: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Promise<number> {
  if (signal.aborted) return Promise.resolve(brokenOff)
  const { NODE_TEST_CONTEXT: _ours, ...inherited } = environment
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    // The app is tested in a browser, by tests that build it.
    env: { WEB_APP: 'false', ...inherited, ...added },
    stdio: output,
  })
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(signal.aborted ? brokenOff : (code ?? 1))
    })
  })
}

/**
 * The engine of the embedded database is WebAssembly, and what of it is called often is compiled a second time,
 * better. One function alone takes 1.1 s of a processor, which a test that lives for ten never gets back: here
 * it has to be called eighty times as often. Node's runner hands the flag on. Set by the processes themselves it
 * would cost more than it saves: code that was cached under other flags is compiled anew.
 */
const compileSeldom = '--wasm-tiering-budget=1000000000'

/**
 * Hands test files to Node's runner: two processes at a time, so that timings mean something. A file that is
 * told to go on for long has `PLUMBLINE_TEST_MINUTES` in place of the usual limit.
 */
export async function nodeTests(
  run: Run,
  files: readonly string[],
  added: Readonly<Record<string, string>>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tests-'))
  const minutes = Number(run.environment['PLUMBLINE_TEST_MINUTES'] ?? 0)
  const limitMs = minutes > 0 ? minutes * 60_000 : longestFileMs
  const times = join(folder, 'times')
  try {
    const status = await node(
      run,
      [
        compileSeldom,
        '--test',
        '--test-concurrency=2',
        '--test-reporter=spec',
        // Of a whole process; `runGroup` bounds each file.
        `--test-timeout=${limitMs * 3}`,
        ...writeGroups({ root: run.root, limitMs }, folder, files),
      ],
      {
        ...added,
        PLUMBLINE_TEST_SIGNING_KEY: await signingKey(),
        PLUMBLINE_TEST_TIMES: times,
      },
    )
    for (const line of slowest(times)) run.say(line)
    return status
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A key for the worlds of a run: to make one takes a good part of a second of a processor. */
async function signingKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3_072 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** A test that kills processes or waits for minutes: it runs when it is named, and with `--long`. */
const isLarge = (path: string): boolean => path.endsWith('.large.test.ts')

/** The files of a run; none is a mistake of whoever typed the filter. */
export function chosen(run: Run, ending: string, matches: (path: string) => boolean): string[] {
  const isNamed = run.filters.length > 0 || run.environment['PLUMBLINE_TEST_LONG'] === '1'
  const files = testFiles(run.root, ending, run.filters)
    .filter((path) => isNamed || !isLarge(path))
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
