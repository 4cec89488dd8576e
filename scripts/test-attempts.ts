/**
 * Runs test files, and those that failed once more, each alone: what passes then was flaky, which is said and fails
 * nothing until there are more than two.
 */
import { generateKeyPair } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { longestFileMs } from './test-group.ts'
import { groups, writeGroups } from './test-groups.ts'
import { brokenOff, node, type Run } from './test-process.ts'
import { type FileOutcome, mostFlaky, record } from './test-record.ts'
import { type FileResult, readResults } from './test-results.ts'
import { slowest } from './test-times.ts'

/**
 * The engine of the embedded database is WebAssembly, and what of it is called often is compiled a second time,
 * better. One function alone takes 1.1 s of a processor, which a test that lives for ten never gets back: here
 * it has to be called eighty times as often. Node's runner hands the flag on. Set by the processes themselves it
 * would cost more than it saves: code that was cached under other flags is compiled anew.
 */
const compileSeldom = '--wasm-tiering-budget=1000000000'

interface Attempt {
  readonly run: Run
  readonly groups: readonly (readonly string[])[]
  readonly atATime: number
  readonly environment: Readonly<Record<string, string>>
}

/** What one pass of Node's runner says of the files. */
interface Pass {
  readonly status: number
  readonly results: ReadonlyMap<string, FileResult>
  /**
   * Per process that failed without a failing test: the files whose results it owes, all of its files where it owes
   * none. One of them broke it.
   */
  readonly suspects: readonly (readonly string[])[]
}

async function attempt({ run, groups, atATime, environment }: Attempt): Promise<Pass> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tests-'))
  const minutes = Number(run.environment['PLUMBLINE_TEST_MINUTES'] ?? 0)
  const limitMs = minutes > 0 ? minutes * 60_000 : longestFileMs
  const [times, resultsPath] = [join(folder, 'times'), join(folder, 'results')]
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
      { ...environment, PLUMBLINE_TEST_TIMES: times },
    )
    for (const line of slowest(times)) run.say(line)
    const results = new Map(readResults(resultsPath).map((result) => [result.name, result]))
    const suspects = groups.flatMap((files, index) => {
      if (results.get(written[index] ?? '')?.passed !== false) return []
      const owed = files.filter((file) => !results.has(file))
      if (owed.length > 0) return [owed]
      return files.some((file) => results.get(file)?.passed === false) ? [] : [files]
    })
    return { status, results, suspects }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A key for the worlds of a run: to make one takes a good part of a second of a processor. */
async function signingKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3_072 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/**
 * Hands test files to Node's runner: two processes at a time, so that timings mean something. A file that is
 * told to go on for long has `PLUMBLINE_TEST_MINUTES` in place of the usual limit.
 */
export async function nodeTests(
  run: Run,
  files: readonly string[],
  added: Readonly<Record<string, string>>,
): Promise<number> {
  const environment = { ...added, PLUMBLINE_TEST_SIGNING_KEY: await signingKey() }
  const together = groups(run.root, files)
  const first = await attempt({ run, groups: together, atATime: 2, environment })
  if (run.signal.aborted) return brokenOff
  const failed = files.filter((file) => first.results.get(file)?.passed === false)
  const again = [...failed, ...first.suspects.flat()]
  if (first.status !== 0 && again.length === 0) {
    run.say("Node's runner ended without a result.")
    return first.status
  }
  const second = await alone({ run, files: again, environment })
  if (run.signal.aborted) return brokenOff

  const broken = again.filter((file) => !second.get(file)?.passed)
  const flaky = [...failed.map((file) => [file]), ...first.suspects].filter(
    (each) => !each.some((file) => broken.includes(file)),
  )
  record(
    run.environment,
    files.map((file): FileOutcome => {
      const { seconds = 0, tests = 0 } = second.get(file) ?? first.results.get(file) ?? {}
      return { file, seconds, tests }
    }),
    flaky.map((each) => each.join(' or ')),
  )
  for (const file of broken) run.say(`FAILED: ${file}`)
  for (const each of flaky) run.say(`FLAKY: ${each.join(' or ')}`)
  if (broken.length > 0) return 1
  if (flaky.length <= mostFlaky) return 0
  run.say(`${flaky.length} flaky files are too many; ${mostFlaky} are let pass.`)
  return 1
}

/** A fault that fails more files than these is no flake: they are not run again. */
const mostAgain = 20

/** Each file in a process that has the machine to itself. */
async function alone(of: {
  run: Run
  files: readonly string[]
  environment: Readonly<Record<string, string>>
}): Promise<Pass['results']> {
  if (of.files.length === 0 || of.files.length > mostAgain) return new Map()
  of.run.say(`\nOnce more, each alone: ${of.files.join(', ')}`)
  const { results, suspects } = await attempt({
    ...of,
    groups: of.files.map((file) => [file]),
    atATime: 1,
  })
  const broken = suspects.flat()
  return new Map([...results].filter(([file]) => !broken.includes(file)))
}
