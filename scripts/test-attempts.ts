/**
 * Runs test files, several at a time. A file that fails runs once more, alone: if it passes then, it was flaky, which is
 * printed and fails the run from the third file on. A file that was too slow runs once more too, and fails if it still is.
 */
import { generateKeyPair } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { machineFactor } from './machine-factor.ts'
import { groups, writeGroups } from './test-groups.ts'
import { brokenOff, node, type Run } from './test-process.ts'
import { type FileOutcome, mostFlaky, record } from './test-record.ts'
import { type FileResult, readLines } from './test-results.ts'
import { isTooLong, longestLargeMs, longestMs } from './test-sizes.ts'
import { countsPrograms, readTimes, slowest } from './test-times.ts'
import { longestTransactions } from './test-transactions.ts'

/**
 * The engine of the embedded database is WebAssembly, and what of it is called often is compiled a second time,
 * better. One function alone takes 1.1 s of a processor, which a test of ten seconds never gains back: here it has to
 * be called eight times as often. Node's runner hands the flag on. Set by the processes themselves it would cost more
 * than it saves: code cached under other flags is compiled again.
 */
const compileSeldom = '--wasm-tiering-budget=100000000'

interface Attempt {
  readonly run: Run
  readonly groups: readonly (readonly string[])[]
  readonly atATime: number
  /** How much slower this machine is than the reference machine. */
  readonly factor: number
  readonly environment: Readonly<Record<string, string>>
}

/** The results of the files in one pass of Node's runner. */
interface Pass {
  readonly status: number
  readonly results: ReadonlyMap<string, FileResult>
  /** Seconds of a processor by file. */
  readonly times: ReadonlyMap<string, number>
  /**
   * Per process that failed without a failing test: the files whose results it owes, all of its files where it owes
   * none. One of them broke it.
   */
  readonly suspects: readonly (readonly string[])[]
}

async function attempt({ run, groups, atATime, factor, environment }: Attempt): Promise<Pass> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tests-'))
  const minutes = Number(run.environment['PLUMBLINE_TEST_MINUTES'] ?? 0)
  const limitMs = minutes > 0 ? minutes * 60_000 : longestLargeMs * factor
  const [timesPath, resultsPath] = [join(folder, 'times'), join(folder, 'results')]
  const transactionsPath = join(folder, 'transactions')
  try {
    const written = writeGroups({ root: run.root, limitMs }, folder, groups)
    const status = await node(
      run,
      [
        compileSeldom,
        '--test',
        `--test-concurrency=${atATime}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        `--test-reporter=${join(import.meta.dirname, 'test-results.ts')}`,
        `--test-reporter-destination=${resultsPath}`,
        // Of a whole process; `runGroup` bounds each file.
        `--test-timeout=${limitMs * 3}`,
        ...written,
      ],
      {
        ...environment,
        PLUMBLINE_TEST_TIMES: timesPath,
        PLUMBLINE_TEST_TRANSACTIONS: transactionsPath,
      },
    )
    const times = readTimes(timesPath)
    for (const line of [...slowest(times), ...longestTransactions(transactionsPath, factor)])
      run.say(line)
    const lines = readLines<FileResult>(resultsPath)
    const results = new Map(lines.map((result) => [result.name, result]))
    const suspects = groups.flatMap((files, index) => {
      if (results.get(written[index] ?? '')?.passed !== false) return []
      const owed = files.filter((file) => !results.has(file))
      if (owed.length > 0) return [owed]
      return files.some((file) => results.get(file)?.passed === false) ? [] : [files]
    })
    return { status, results, times, suspects }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A key for the fixtures of a run: generating one takes a good part of a second of processor time. */
async function signingKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3_072 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Of a run that can be interrupted: what passed is noted after so many files. */
const perPiece = 40

const processors = availableParallelism()

/** Processes at a time. Tests wait for a fifth of their time, in which another one has the processor (2026-11-27). */
export const usualAtATime = Math.ceil(processors * 1.5)

/**
 * Runs test files with Node's runner and returns the exit status. `PLUMBLINE_TEST_MINUTES` replaces the limit of a file
 * that searches for longer.
 */
export async function nodeTests(
  run: Run,
  files: readonly string[],
  added: Readonly<Record<string, string>>,
  atATime = usualAtATime,
): Promise<number> {
  const factor = machineFactor(run.environment)
  const seed = run.environment['PLUMBLINE_TEST_SEED'] ?? '1'
  run.say(`Machine factor ${factor.toFixed(1)}, seed ${seed}.`)
  const environment = {
    ...added,
    PLUMBLINE_TEST_FACTOR: String(factor),
    PLUMBLINE_TEST_SEED: seed,
    PLUMBLINE_TEST_SIGNING_KEY: await signingKey(),
  }
  const size = run.onPassed ? perPiece : files.length
  let status = 0
  for (let at = 0; at < files.length && status !== brokenOff; at += size) {
    const piece = await testPiece(run, files.slice(at, at + size), { atATime, factor, environment })
    status = piece === brokenOff ? piece : Math.max(status, piece)
  }
  return status
}

async function testPiece(
  run: Run,
  files: readonly string[],
  { atATime, factor, environment }: Pick<Attempt, 'atATime' | 'factor' | 'environment'>,
): Promise<number> {
  const together = groups(run.root, files)
  const first = await attempt({ run, groups: together, atATime, factor, environment })
  const failed = files.filter((file) => first.results.get(file)?.passed === false)
  const suspects = first.suspects.flat()
  const { PLUMBLINE_TEST_LONG: long, PLUMBLINE_FUZZ_MINUTES: searching } = run.environment
  const isSlow = (
    file: string,
    seconds: number,
    { times }: Pick<Pass, 'times'>,
    factorThen = factor,
  ): boolean =>
    long !== '1' &&
    searching === undefined &&
    isTooLong(
      file,
      { seconds, computing: countsPrograms ? (times.get(file) ?? 0) : seconds },
      factorThen,
    )
  const again = [...failed, ...suspects]
  // An error that fails more files than that is not a flake.
  const isWorthAgain = again.length <= mostAgain
  const slow = files.filter(
    (file) =>
      isWorthAgain &&
      !again.includes(file) &&
      isSlow(file, aloneSeconds(file, first, atATime), first),
  )
  const outcomeOf = (file: string, results: Pass['results']): FileOutcome => {
    const { seconds = 0, tests = 0 } = results.get(file) ?? {}
    return { file, seconds, tests }
  }
  for (const file of files)
    if (first.results.get(file)?.passed && !again.includes(file))
      run.onPassed?.(outcomeOf(file, first.results))
  if (run.signal.aborted) return brokenOff
  if (first.status !== 0 && again.length === 0) {
    run.say("Node's runner ended without a result.")
    return first.status
  }
  // The speed of a shared machine can change during a run.
  const factorNow = slow.length === 0 ? factor : Math.max(factor, machineFactor(run.environment))
  const second = await alone({
    run,
    files: isWorthAgain ? [...again, ...slow] : [],
    factor,
    environment,
  })
  if (run.signal.aborted) return brokenOff

  const broken = [...again, ...slow].filter((file) => !second.results.get(file)?.passed)
  const flaky = [...failed.map((file) => [file]), ...first.suspects].filter(
    (each) => !each.some((file) => broken.includes(file)),
  )
  const tooLong = slow.filter(
    (file) =>
      !broken.includes(file) &&
      isSlow(file, second.results.get(file)?.seconds ?? 0, second, factorNow),
  )
  for (const file of again)
    if (!broken.includes(file)) run.onPassed?.(outcomeOf(file, second.results))
  record(run.environment, {
    factor,
    files: files.map((file) =>
      outcomeOf(file, second.results.has(file) ? second.results : first.results),
    ),
    flaky: flaky.map((each) => each.join(' or ')),
  })
  for (const file of broken) run.say(`FAILED: ${file}`)
  for (const file of tooLong)
    run.say(tooLongLine(file, second.results.get(file)?.seconds ?? 0, factorNow))
  for (const each of flaky) run.say(`FLAKY: ${each.join(' or ')}`)
  if (broken.length > 0 || tooLong.length > 0) return 1
  if (flaky.length <= mostFlaky) return 0
  run.say(`${flaky.length} flaky files are too many; at most ${mostFlaky} are accepted.`)
  return 1
}

/** About how long a file takes alone: the rest of its time, others had the processors. */
function aloneSeconds(file: string, { results, times }: Pass, atATime: number): number {
  const seconds = results.get(file)?.seconds ?? 0
  const crowd = Math.max(1, atATime / processors)
  return Math.max(seconds - (times.get(file) ?? 0) * (crowd - 1), seconds / crowd)
}

const tooLongLine = (file: string, seconds: number, factor: number): string =>
  `TOO LONG: ${file} took ${seconds.toFixed(1)} s alone; the limit is ${((longestMs / 1_000) * factor).toFixed(1)} s, ` +
  `and ${longestMs / 1_000} s for what it waits. ` +
  'Make it faster, split it, or name it *.large.test.ts if it has to kill, wait or cover a whole matrix.'

/** If more files failed than these, they are not run again. */
const mostAgain = 20

/** Each file in a process that has the machine to itself. */
async function alone(
  of: Omit<Attempt, 'groups' | 'atATime'> & { readonly files: readonly string[] },
): Promise<Pick<Pass, 'results' | 'times'>> {
  if (of.files.length === 0) return { results: new Map(), times: new Map() }
  of.run.say(`\nOnce more, each alone: ${of.files.join(', ')}`)
  const { results, times, suspects } = await attempt({
    ...of,
    groups: of.files.map((file) => [file]),
    atATime: 1,
  })
  const broken = suspects.flat()
  return { results: new Map([...results].filter(([file]) => !broken.includes(file))), times }
}
