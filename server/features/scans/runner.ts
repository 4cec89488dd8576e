import { Worker } from 'node:worker_threads'
import { Problem } from '@plumbline/jsonapi'
import { providers } from '@plumbline/scanner'
import { compiledCode } from '../../platform/compiled-code.ts'
import type { Said, StagedResult, ThreadInput, Told } from './thread.ts'

export type PlanSaid = Extract<Said, { say: 'plan' }>

/** What a running scan asks of whoever drives it. Each answer lets it go on. */
export interface Driver {
  planned(plan: PlanSaid): Promise<void>
  /** Whether the unit is ours to run. */
  claim(unit: string): Promise<boolean>
  record(result: StagedResult): Promise<void>
}

export type RunScan = (input: ThreadInput, driver: Driver, signal: AbortSignal) => Promise<void>

/** The scan's thread ended it: sign-in refused, a configuration that makes no sense, out of memory. */
export const scanFailed = (code: string, detail: string): Problem => new Problem(502, code, detail)

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
export const threadedScan =
  (memoryMb: number, identity: Environment): RunScan =>
  (input, driver, signal) =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL('./thread.ts', import.meta.url), {
        name: 'scan',
        env: { ...compiledCode(), ...identityFor(input, identity) },
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      })
      let over = false
      const end = (finish: () => void): void => {
        if (over) return
        over = true
        signal.removeEventListener('abort', stop)
        // What is being recorded at this moment is let end: whoever waits for us may close the database.
        void thread.terminate().then(() => turn.then(finish))
      }
      const fail = (error: unknown): void => end(() => reject(error))
      /** Sockets are closed first; a thread that does not come back is ended. */
      const stop = (): void => {
        thread.postMessage({ tell: 'stop' } satisfies Told)
        setTimeout(() => fail(signal.reason), 1_500).unref()
      }
      const answer = (yes: boolean): void => {
        if (!over) thread.postMessage({ tell: 'answer', yes } satisfies Told)
      }
      /** One at a time, in the order of the questions: the thread matches answers by order. */
      let turn = Promise.resolve()
      thread.on('message', (said: Said) => {
        if (said.say === 'done') return end(resolve)
        if (said.say === 'failed') {
          return fail(signal.aborted ? signal.reason : scanFailed(said.code, said.detail))
        }
        turn = turn.then(async () => {
          if (over) return
          try {
            if (said.say === 'claim') return answer(await driver.claim(said.unit))
            await (said.say === 'plan' ? driver.planned(said) : driver.record(said.result))
            answer(true)
          } catch (error) {
            fail(error)
          }
        })
      })
      thread.on('error', (error: NodeJS.ErrnoException) => {
        if (signal.aborted) return fail(signal.reason)
        const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        fail(
          memory ? scanFailed('out_of_memory', `The scan needs more than ${memoryMb} MB.`) : error,
        )
      })
      thread.on('exit', (code) => fail(new Error(`The scan's thread left with status ${code}.`)))
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      else thread.postMessage({ tell: 'start', input } satisfies Told)
    })
