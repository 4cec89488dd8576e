// A socket whose other side reads on command of the test.

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { StreamSocket } from '../connection.ts'

const highWaterMark = 16 * 1024

export class TestSocket implements StreamSocket {
  writableLength = 0
  ended = false
  destroyed = false
  readonly writes: Buffer[] = []
  /** A reader that never reads leaves everything in the socket. */
  reads: boolean
  /** What a write does besides, such as taking its time. */
  onWrite: () => void = () => {}
  readonly #handlers: { event: string; run: () => void }[] = []

  constructor({ reads = true }: { reads?: boolean } = {}) {
    this.reads = reads
  }

  write(bytes: Buffer): boolean {
    if (this.destroyed) return false
    this.writes.push(bytes)
    this.onWrite()
    if (this.reads) return true
    this.writableLength += bytes.length
    return this.writableLength < highWaterMark
  }

  end(): void {
    this.ended = true
    if (this.writableLength === 0) this.destroy()
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.#emit('close')
  }

  on(event: 'drain' | 'close' | 'error', run: () => void): void {
    this.#handlers.push({ event, run })
  }

  /** The other side reads everything, and keeps reading. */
  drain(): void {
    this.reads = true
    this.writableLength = 0
    this.#emit('drain')
    if (this.ended) this.destroy()
  }

  /** The other side reads `bytes`. */
  drainBytes(bytes: number): void {
    this.writableLength = Math.max(0, this.writableLength - bytes)
  }

  /** The body of the response: chunks joined, as in an HTTP client. */
  body(): string {
    const wire = Buffer.concat(this.writes)
    const parts: Buffer[] = []
    for (let at = 0; at < wire.length; ) {
      const lineEnd = wire.indexOf('\r\n', at)
      const size = Number.parseInt(wire.toString('latin1', at, lineEnd), 16)
      const start = lineEnd + 2
      if (
        !Number.isInteger(size) ||
        wire.toString('latin1', start + size, start + size + 2) !== '\r\n'
      )
        throw new Error(`No chunk at byte ${at}.`)
      if (size === 0) break
      parts.push(wire.subarray(start, start + size))
      at = start + size + 2
    }
    return Buffer.concat(parts).toString()
  }

  /** The events in the body, by an independent parser, with payloads parsed. */
  events(): { type: string; payload: Record<string, unknown> }[] {
    return parsed(this.body()).map(({ event, data }) => ({
      type: event ?? '',
      payload: JSON.parse(data),
    }))
  }

  #emit(event: string): void {
    for (const handler of this.#handlers) if (handler.event === event) handler.run()
  }
}

export function parsed(body: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onError: (error) => {
      throw error
    },
  })
  parser.feed(body)
  return events
}
