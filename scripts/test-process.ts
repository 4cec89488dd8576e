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
  /** Called for each file that passed, even if the run is interrupted later. Such a run skips `hasPassed`. */
  readonly onPassed?: (outcome: FileOutcome) => void
  readonly hasPassed?: (file: string) => boolean
  /** The destination of the runner's own output. */
  readonly output: 'inherit' | 'ignore'
}

/** The status of an interrupted run. */
export const brokenOff = 130

/** Runs a file of the repository, or Node itself, and returns its exit status. Inherits the output. */
export function node(
  { root, environment, signal, output }: Run,
  args: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Promise<number> {
  if (signal.aborted) return Promise.resolve(brokenOff)
  // Tests that start a test run are not part of this one.
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
