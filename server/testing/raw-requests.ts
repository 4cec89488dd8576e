/** Requests sent as bytes, for what an HTTP client would refuse to send. */
import { connect, type Socket } from 'node:net'
import type { World } from './world.ts'

export interface Raw {
  readonly socket: Socket
  /** The whole response as latin1, once the connection is closed. */
  readonly ended: Promise<string>
}

/** Opens a connection to the address and writes the text, as latin1. */
export function openRaw(address: string, text: string): Raw {
  // Half open, so that it never shuts down by itself: a reset during that leaves a handle that Node cannot close.
  const port = Number(new URL(address).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let got = ''
  socket.on('error', () => {})
  socket.on('data', (part) => {
    got += part.toString('latin1')
  })
  socket.on('end', () => socket.destroy())
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(got)))
  socket.write(text, 'latin1')
  return { socket, ended }
}

/** How a client disconnects. */
export const ways = {
  reset: (socket: Socket): void => void (socket.destroyed || socket.resetAndDestroy()),
  end: (socket: Socket): void => void socket.end(),
}

/** Errors that would have ended a server process; the test runner continues after them. */
export class UncaughtErrors {
  readonly #errors: unknown[] = []
  readonly #note = (error: unknown): void => void this.#errors.push(error)

  watch(): void {
    process.prependListener('uncaughtExceptionMonitor', this.#note)
  }

  unwatch(): void {
    process.off('uncaughtExceptionMonitor', this.#note)
  }

  /** Errors of the server so far: uncaught errors, and requests that failed with an internal error. */
  faultsOf({ logged }: World): readonly unknown[] {
    const failed = logged.filter(({ facts }) => Number(facts['status']) >= 500)
    return [...this.#errors, ...failed]
  }
}
