// One event, or a batch, to bytes. An event is encoded once per channel and process, into one Buffer
// that already is an HTTP/1.1 chunk, and every connection writes that same Buffer.

import type { EncodedEvent } from './events.ts'
import type { ReceivedEvent } from './message.ts'

/** One event of a batch, for connections that must queue it. `frame` is a view, not a copy. */
export type Frame = {
  readonly bytes: Buffer
  /** Frames of one key replace each other in a queue that grew too long; null: never skipped. */
  readonly key: string | null
}

export type Batch = {
  /** The frames as one HTTP/1.1 chunk. */
  readonly chunk: Buffer
  /** The frames alone: a view of the same bytes. */
  readonly body: Buffer
  readonly frames: readonly Frame[]
}

const nameLabel = 'event: '
const dataLabel = '\ndata: '
const frameEnd = '\n\n'
const chunkEnd = '\r\n'
const labelBytes = nameLabel.length + dataLabel.length + frameEnd.length

/** The chunk that ends a chunked body. */
export const lastChunk: Buffer = Buffer.from('0\r\n\r\n')

/** Comments open a stream, flush proxies and show that the line lives. */
export const commentFrame: Buffer = Buffer.from(':\n\n')

export const encodeRetry = (ms: number): Buffer => Buffer.from(`retry: ${Math.floor(ms)}\n\n`)

/** `event.json` is one line by construction: JSON.stringify escapes CR and LF. */
export const encodeFrame = (event: EncodedEvent): Buffer =>
  Buffer.from(`${nameLabel}${event.type}${dataLabel}${event.json}${frameEnd}`)

/** The last words of a connection: why it ends, when to come back. */
export const encodeClosing = (code: string, detail: string, retryMs: number): Buffer =>
  Buffer.concat([
    encodeFrame({ type: 'stream.error', json: JSON.stringify({ code, detail }) }),
    encodeRetry(retryMs),
  ])

/** `parts` as one HTTP/1.1 chunk. There must be a byte in them: an empty chunk ends the body. */
export function encodeChunk(parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from(size.toString(16) + chunkEnd), ...parts, Buffer.from(chunkEnd)])
}

/** The events of one channel, in their order, as one chunk. `events` is not empty. */
export function encodeBatch(channel: string, events: readonly ReceivedEvent[]): Batch {
  let size = 0
  for (const { type, json } of events) size += labelBytes + type.length + json.length
  const head = size.toString(16) + chunkEnd
  const chunk = Buffer.allocUnsafe(head.length + size + chunkEnd.length)
  let at = chunk.write(head, 0, 'latin1')
  const frames: Frame[] = []
  for (const { type, json, conflates } of events) {
    const start = at
    at += chunk.write(nameLabel + type + dataLabel, at, 'latin1')
    at += json.copy(chunk, at)
    at += chunk.write(frameEnd, at, 'latin1')
    frames.push({ bytes: chunk.subarray(start, at), key: conflates ? `${channel} ${type}` : null })
  }
  chunk.write(chunkEnd, at, 'latin1')
  return { chunk, body: chunk.subarray(head.length, at), frames }
}
