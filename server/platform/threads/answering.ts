/** The side of the thread: functions that the main thread calls, and questions to it. */
import { parentPort } from 'node:worker_threads'
import { Calls, type Functions, type Message } from './calls.ts'

export interface Driver {
  /** Calls the thread's driver. What is transferred belongs to the driver afterwards. */
  ask(name: string, input: readonly unknown[], transfer?: readonly ArrayBuffer[]): Promise<unknown>
  /** Aborted when the work is not wanted any more: there is a moment to close what is open. */
  readonly stopping: AbortSignal
}

/** Answers calls from now on. What a function throws is a bug: refusals are values. */
export function answering(functions: Functions): Driver {
  const port = parentPort
  if (!port) throw new Error('Functions are answered in a worker thread.')
  const stopping = new AbortController()
  const calls = new Calls(functions, (message, transfer = []) =>
    port.postMessage(message, transfer as ArrayBuffer[]),
  )
  port.on('message', (message: Message) => {
    if (message === 'stop') stopping.abort()
    else void calls.receive(message)
  })
  port.postMessage('ready' satisfies Message)
  return {
    ask: (name, input, transfer) => calls.call(name, input, transfer),
    stopping: stopping.signal,
  }
}
