/** What the steps of a whole run did, in one file that they add to and that `.ci/run` ends with. */
import { appendFileSync } from 'node:fs'
import { readLines } from './test-results.ts'

/** More flaky files than this make a run red. */
export const mostFlaky = 2

export interface FileOutcome {
  readonly file: string
  readonly seconds: number
  readonly tests: number
}

/** Of one run of tests. */
interface Outcome {
  readonly factor: number
  readonly files: readonly FileOutcome[]
  readonly flaky: readonly string[]
}

type Line =
  | Outcome
  /** Ends what belongs to it. */
  | { readonly step: string; readonly seconds: number }

/** Does nothing if the environment names no record. */
export function record(environment: Readonly<NodeJS.ProcessEnv>, outcome: Outcome): void {
  const path = environment['PLUMBLINE_TEST_RECORD']
  if (path) appendFileSync(path, `${JSON.stringify(outcome)}\n`)
}

export interface Budget {
  readonly lines: readonly string[]
  /** More files were flaky than are let pass. */
  readonly isRed: boolean
}

/** A table of steps, the ten slowest files, and what was flaky, which comes last. */
export function budget(path: string): Budget {
  const lines = readLines<Line>(path)
  const rows: string[] = []
  const slow: (FileOutcome & { step: string })[] = []
  const flaky: string[] = []
  const factors: number[] = []
  let open: FileOutcome[] = []
  let total = 0
  for (const line of lines) {
    if ('files' in line) {
      open.push(...line.files)
      flaky.push(...line.flaky)
      factors.push(line.factor)
      continue
    }
    const tests = open.reduce((sum, each) => sum + each.tests, 0)
    const seconds = open.reduce((sum, each) => sum + each.seconds, 0)
    rows.push(row(line.step, line.seconds, tests, open.length, seconds))
    for (const each of open) slow.push({ ...each, step: line.step })
    total += line.seconds
    open = []
  }
  const slowest = slow.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  return {
    isRed: flaky.length > mostFlaky,
    lines: [
      `${'Step'.padEnd(28)}${['seconds', 'tests', 'files', 'file-seconds'].map((each) => each.padStart(14)).join('')}`,
      ...rows,
      row('all', total),
      '',
      `Machine factor: ${factors.map((each) => each.toFixed(1)).join(', ')}`,
      'The slowest files, beside others:',
      ...slowest.map(
        ({ seconds, file, step }) => `${seconds.toFixed(1).padStart(8)} s  ${file} (${step})`,
      ),
      ...flaky.map((each) => `FLAKY: ${each}`),
      ...(flaky.length > mostFlaky
        ? [`${flaky.length} flaky files are too many; at most ${mostFlaky} are accepted.`]
        : []),
    ],
  }
}

const row = (step: string, ...figures: readonly number[]): string =>
  step.padEnd(28) + figures.map((each) => (each === 0 ? '' : each.toFixed(0)).padStart(14)).join('')
