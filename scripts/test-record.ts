/** What the steps of a whole run did, in one file that they add to and that `.ci/run` ends with. */
import { appendFileSync, readFileSync } from 'node:fs'

/** More flaky files than this make a run red. */
export const mostFlaky = 2

export interface FileOutcome {
  readonly file: string
  readonly seconds: number
  readonly tests: number
}

type Line =
  | { readonly files: readonly FileOutcome[]; readonly flaky: readonly string[] }
  /** Ends what belongs to it. */
  | { readonly step: string; readonly seconds: number }

/** Of one run of tests. Nothing where nobody keeps a record. */
export function record(
  environment: Readonly<NodeJS.ProcessEnv>,
  files: readonly FileOutcome[],
  flaky: readonly string[],
): void {
  const path = environment['PLUMBLINE_TEST_RECORD']
  if (path) appendFileSync(path, `${JSON.stringify({ files, flaky } satisfies Line)}\n`)
}

export interface Budget {
  readonly lines: readonly string[]
  /** More files were flaky than are let pass. */
  readonly isRed: boolean
}

/** A table of steps, the ten slowest files, and what was flaky, which comes last. */
export function budget(path: string): Budget {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  const rows: string[] = []
  const slow: (FileOutcome & { step: string })[] = []
  const flaky: string[] = []
  let open: FileOutcome[] = []
  let total = 0
  for (const line of lines) {
    if ('files' in line) {
      open.push(...line.files)
      flaky.push(...line.flaky)
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
      'The slowest files, two at a time:',
      ...slowest.map(
        ({ seconds, file, step }) => `${seconds.toFixed(1).padStart(8)} s  ${file} (${step})`,
      ),
      ...flaky.map((each) => `FLAKY: ${each}`),
      ...(flaky.length > mostFlaky
        ? [`${flaky.length} flaky files are too many; ${mostFlaky} are let pass.`]
        : []),
    ],
  }
}

const row = (step: string, ...figures: readonly number[]): string =>
  step.padEnd(28) + figures.map((each) => (each === 0 ? '' : each.toFixed(0)).padStart(14)).join('')
