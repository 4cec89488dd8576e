import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotReached, type TlsEgress } from '../../platform/egress/index.ts'
import { unreached } from '../call.ts'
import { shortLine } from '../plain-text.ts'
import { type ForwardedFinding, NotDelivered } from '../target.ts'
import { framed, renderFinding, renderTest, type Sender } from './rendering.ts'

export interface SyslogAccess {
  readonly host: string
  /** 6514 by convention. */
  readonly port: number
  /** Who vouches for the receiver instead of the public authorities, in PEM; null: those. */
  readonly ca: string | null
  /** RFC 5424's facility, 0 to 23; 16 is local0. */
  readonly facility: number
}

/** How long a receiver may take for what it is sent, some 16 kB at a time, and to close when it has read all of it. */
const takingMs = 10_000
const closeMs = 2_000

/** Sends a test message. Throws NotDelivered. */
export async function testConnection(
  access: SyslogAccess,
  open: TlsEgress,
  event: { readonly id: string; readonly at: Date; readonly version: string },
  signal?: AbortSignal,
): Promise<void> {
  const sender = { version: event.version, facility: access.facility }
  await send(access, open, [renderTest(event.id, event.at, sender)], signal)
}

/**
 * Sends findings over one connection. Returns their number. Throws NotDelivered: after `uncertain` the receiver may
 * have some of them, or all; it knows repeats by `externalId` and `deviceExternalId`.
 */
export async function deliver(
  access: SyslogAccess,
  open: TlsEgress,
  {
    id,
    findings,
    version,
  }: {
    /** Stable over all attempts of a delivery. */
    readonly id: string
    readonly findings: Iterable<ForwardedFinding> | AsyncIterable<ForwardedFinding>
    /** Of the product. */
    readonly version: string
  },
  signal?: AbortSignal,
): Promise<number> {
  const sender: Sender = { version, facility: access.facility }
  async function* messages(): AsyncGenerator<string> {
    for await (const finding of findings) yield renderFinding(finding, id, sender)
  }
  return send(access, open, messages(), signal)
}

async function send(
  { host, port, ca }: SyslogAccess,
  open: TlsEgress,
  messages: Iterable<string> | AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const socket = await opened(open({ host, port, ca, ...(signal && { signal }) }), signal)
  const { broken, leave } = watched(socket, host)
  const cancel = (): void => void socket.destroy()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    let count = 0
    for await (const message of messages) {
      count += 1
      if (socket.write(framed(message))) continue
      await inTime(host, once(socket, 'drain'), broken) // the next finding may take its time
    }
    leave()
    await inTime(host, ended(socket), broken)
    return count
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    socket.destroy()
  }
}

const endedBy = (host: string, why: string): NotDelivered =>
  new NotDelivered('uncertain', `The connection to ${host} ended: ${why}.`)

/** Not by the socket's clock, which restarts with each byte: with a slow receiver it would never expire. */
async function inTime(
  host: string,
  taken: Promise<unknown>,
  broken: Promise<never>,
): Promise<void> {
  const over = new AbortController()
  const late = sleep(takingMs, undefined, { signal: over.signal }).then(() => {
    throw endedBy(host, `it did not accept the data within ${takingMs / 1_000} s`)
  })
  try {
    await Promise.race([taken, broken, late])
  } finally {
    over.abort()
    taken.catch(() => {})
    late.catch(() => {})
  }
}

async function opened(
  connection: Promise<Socket>,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  try {
    return await connection
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof NotReached ? unreached(error, 'unreachable') : error
  }
}

/**
 * `broken` rejects when the connection breaks, or is closed before `leave` marks all as written; it never resolves.
 * Syslog receivers send no responses.
 */
function watched(
  socket: Socket,
  host: string,
): { readonly broken: Promise<never>; readonly leave: () => void } {
  let isLeaving = false
  const broken = new Promise<never>((_, reject) => {
    const fail = (why: string): void => reject(endedBy(host, why))
    const early = 'it was closed before all was sent'
    socket.on('error', ({ message }) => fail(shortLine(message, 200)))
    // A socket that the other side ends is ended here too, finished and all: what is written to it then is lost.
    socket.on('end', () => (isLeaving && socket.writableFinished) || fail(early))
    socket.on('close', () => (isLeaving && socket.writableFinished) || fail(early))
    socket.resume() // data from the receiver is discarded
  })
  broken.catch(() => {}) // its waiter gets the error
  return {
    broken,
    leave: () => {
      isLeaving = true
    },
  }
}

/** Ends the connection, and waits until the receiver has ended it too, or long enough for an error to arrive. */
async function ended(socket: Socket): Promise<void> {
  const over = new AbortController()
  const finished = new Promise<void>((resolve) => socket.end(() => resolve()))
  const said = once(socket, 'end', { signal: over.signal }).catch(() => {})
  await finished
  await Promise.race([said, sleep(closeMs, undefined, { signal: over.signal }).catch(() => {})])
  over.abort()
}
