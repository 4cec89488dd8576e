import { spawn } from 'node:child_process'
import type { FileOutcome } from './test-record.ts'

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
  /** Told of each file that passed, also when the run is interrupted later. Such a run skips `hasPassed`. */
  readonly onPassed?: (outcome: FileOutcome) => void
  readonly hasPassed?: (file: string) => boolean
  /** Where the runner's own lines go. */
  readonly output: 'inherit' | 'ignore'
}

/** The status of an interrupted run. */
export const brokenOff = 130

/** Runs one of our files, or Node itself, and gives its exit status. Its output is ours. */
export function node(
  { root, environment, signal, output }: Run,
  args: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Promise<number> {
  if (signal.aborted) return Promise.resolve(brokenOff)
  // Tests that start a run of tests are no part of this one.
  const { NODE_TEST_CONTEXT: _ours, PLUMBLINE_TEST_RECORD: _record, ...inherited } = environment
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
