/** The side of the thread: functions that are called from outside, one at a time. */
import { parentPort } from 'node:worker_threads'

/** From plain values to a plain value: they travel between threads as copies. */
export type Functions = Readonly<Record<string, (...input: never[]) => unknown>>

export interface Call {
  readonly name: string
  readonly input: readonly unknown[]
}
type Outcome = { readonly value: unknown } | { readonly error: unknown }
/** First that it takes calls, then the outcome of each. */
export type Said = 'ready' | Outcome

/** Answers the calls of a `FunctionThread`. What a function throws is a bug: refusals are values. */
export function answering(functions: Functions): void {
  const port = parentPort
  if (!port) throw new Error('Functions are answered in a worker thread.')
  const called = async ({ name, input }: Call): Promise<unknown> => {
    const work = functions[name]
    if (!work) throw new Error(`The thread has no function ${name}.`)
    return work(...(input as never[]))
  }
  port.on('message', (call: Call) => {
    called(call).then(
      (value) => port.postMessage({ value } satisfies Said),
      (error: unknown) => port.postMessage({ error } satisfies Said),
    )
  })
  port.postMessage('ready' satisfies Said)
}
