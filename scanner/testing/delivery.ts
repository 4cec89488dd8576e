/** Writes a response to the socket: completely, or as a script specifies. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from './aws/replies.ts'
import type { Taken } from './scripts.ts'

const send = (response: ServerResponse, { status, headers, body }: Reply) => {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(body)
}

const sendSlowly = async (
  response: ServerResponse,
  { status, headers, body }: Reply,
  bytesPerTick: number,
  tickMs: number,
) => {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  for (let at = 0; at < body.length && !response.destroyed; at += bytesPerTick) {
    response.write(body.subarray(at, at + bytesPerTick))
    await sleep(tickMs)
  }
  response.end()
}

function* padded(body: Buffer, total: number) {
  yield body
  const blanks = Buffer.alloc(65_536, ' ')
  for (let left = total - body.length; left > 0; left -= blanks.length)
    yield blanks.subarray(0, Math.min(left, blanks.length))
}

/** Sends as fast as the client reads, and stops when it stops. */
const sendHuge = async (response: ServerResponse, reply: Reply, bytes: number) => {
  const { status, headers, body } = reply
  const total = Math.max(bytes, body.length)
  response.writeHead(status, { ...headers, 'content-length': total })
  await pipeline(Readable.from(padded(body, total)), response)
}

/** Sends `reply` as `deed` specifies. For `hang` the socket stays open until the server closes it. */
export const deliver = async (
  response: ServerResponse,
  reply: Reply,
  deed: Taken | undefined,
): Promise<void> => {
  switch (deed?.do) {
    case 'hang':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'late':
      await sleep(deed.ms)
      return send(response, reply)
    case 'hold':
      await deed.released
      return send(response, reply)
    case 'slow':
      return sendSlowly(response, reply, deed.bytesPerTick, deed.tickMs ?? 10)
    case 'huge':
      return sendHuge(response, reply, deed.bytes)
    case 'truncate': {
      const { status, headers, body } = reply
      // An empty body cannot be truncated: announce a byte that is never sent.
      response.writeHead(status, { ...headers, 'content-length': Math.max(1, body.length) })
      response.flushHeaders()
      response.write(body.subarray(0, body.length >> 1), () => response.destroy())
      return
    }
    default:
      send(response, reply)
  }
}
