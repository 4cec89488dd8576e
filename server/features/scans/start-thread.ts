import { Problem } from '@plumbline/jsonapi'
import { providers } from '@plumbline/scanner'
import { OutOfBounds, runInThread } from '../../platform/threads/index.ts'
import type { ScanFailure, ScanOutline, StagedResult, ThreadInput } from './scan-thread.ts'

/** Answers the calls of a scan's thread, which waits for each answer. */
export interface ThreadHandler {
  planned(plan: ScanOutline): Promise<void>
  /** Claims units by their names, and returns those that this scan is to run. */
  claim(units: readonly string[]): Promise<readonly string[]>
  /** Records results that arrived together. */
  record(results: readonly StagedResult[]): Promise<void>
  /** Whether the scan waits for a limit of the vendor, for a minute or for hours. */
  waits(isWaiting: boolean): void
}

export type StartThread = (
  input: ThreadInput,
  handler: ThreadHandler,
  signal: AbortSignal,
) => Promise<void>

/** The scan's thread ended it: sign-in refused, a configuration that makes no sense, out of memory. */
export const scanFailed = (code: string, detail: string): Problem => new Problem(502, code, detail)

const module = new URL('./scan-thread.ts', import.meta.url)

type Environment = Readonly<Record<string, string>>

/** What of the product's own cloud identity the thread of a scan sees: nothing, unless its secret may use it. */
export const identityFor = (
  { provider, secret, ambient }: Pick<ThreadInput, 'provider' | 'secret' | 'ambient'>,
  identity: Environment,
): Environment => (ambient && providers[provider]?.usesAmbientIdentity?.(secret) ? identity : {})

/**
 * Runs a scan in a thread with a heap of at most `memoryMb`. Of the environment the thread sees where
 * compiled code is kept, and the product's own cloud identity where it needs it. Resolves when
 * every unit was offered; throws a Problem for what the account or the configuration is to blame for,
 * an AbortError soon after `signal`, and a bug of ours as it is.
 */
export const scanThreads =
  (memoryMb: number, identity: Environment): StartThread =>
  async (input, handler, signal) => {
    const options = {
      name: 'scan',
      memoryMb,
      env: identityFor(input, identity),
      answers: {
        planned: (plan: ScanOutline) => handler.planned(plan),
        claim: (units: readonly string[]) => handler.claim(units),
        record: (results: readonly StagedResult[]) => handler.record(results),
        waits: (isWaiting: boolean) => handler.waits(isWaiting),
      },
      signal,
    }
    try {
      const failure = (await runInThread(module, options, 'run', input)) as ScanFailure | undefined
      if (failure) throw scanFailed(failure.code, failure.detail)
    } catch (error) {
      if (!(error instanceof OutOfBounds)) throw error
      throw scanFailed('out_of_memory', `The scan needs more than ${memoryMb} MB.`)
    }
  }
