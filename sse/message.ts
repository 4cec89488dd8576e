// What travels between processes: a version byte, the publish time (8 bytes, a big-endian double of
// epoch milliseconds), the length of the name (1 byte), the name, and the payload's JSON bytes, which
// are framed as they are: never parsed nor serialised again on the way to a listener.

import { type EncodedEvent, maxPayloadBytes, verbOf } from './events.ts'

const version = 1
const headBytes = 10

/** An event as it came from the backend. `json` is a view of the message. */
export type ReceivedEvent = {
  readonly type: string
  readonly conflates: boolean
  readonly json: Buffer
  readonly publishedAt: number
}

/** Names of the platform: no feature can send them, because the resource `stream` is taken. */
export const lossType = 'stream.lost'
export const announcementType = 'stream.announcement'

export function encodeMessage(event: EncodedEvent, publishedAt: number): Buffer {
  const jsonBytes = Buffer.byteLength(event.json)
  const message = Buffer.allocUnsafe(headBytes + event.type.length + jsonBytes)
  message[0] = version
  message.writeDoubleBE(publishedAt, 1)
  message[9] = event.type.length
  message.write(event.type, headBytes, 'latin1')
  message.write(event.json, headBytes + event.type.length, 'utf8')
  return message
}

/**
 * The event in a message, or null. Bytes from the backend are foreign: a name outside the convention,
 * or a payload with a CR, LF or NUL, could forge events on a listener's wire.
 */
export function decodeMessage(message: Buffer): ReceivedEvent | null {
  const nameLength = message[9]
  if (message[0] !== version || nameLength === undefined) return null
  const type = message.toString('latin1', headBytes, headBytes + nameLength)
  const json = message.subarray(headBytes + nameLength)
  const verb = verbOf(type)
  if (verb === null && type !== lossType && type !== announcementType) return null
  if (json.length < 2 || json.length > maxPayloadBytes) return null
  if (json.includes(10) || json.includes(13) || json.includes(0)) return null
  return { type, conflates: verb === 'progress', json, publishedAt: message.readDoubleBE(1) }
}

/** Notifies the listeners of a channel that events for it were dropped before any listener received them. */
export const lossMessage = (publishedAt: number): Buffer =>
  encodeMessage({ type: lossType, json: '{}' }, publishedAt)
