import { forbidden } from '@plumbline/jsonapi'
import type { Channels, Connection, EncodedEvent, Hub, Seat } from '@plumbline/sse'
import type { Access, Guard, Watched } from './guard.ts'

/** A client that wants to listen, and its three checks. Each is a short separate transaction. */
export interface Listener extends Watched {
  /** Before the subscription: what it is to. Throws what the client is to know. */
  channels(): Promise<Channels>
  /** Once the subscription stands: whether it still may, and the state to begin with. */
  begin(): Promise<Access & { readonly snapshot: readonly EncodedEvent[] }>
}

export interface Connected {
  readonly connection: Connection
  readonly snapshot: readonly EncodedEvent[]
}

/**
 * From a seat to a connection that waits for its socket. A right that ends on the way is noticed: up to
 * `watch` by the transaction that `begin` opens after it, from `watch` on by the guard. The seat is the
 * caller's to release when this throws.
 */
export async function connect(
  hub: Hub,
  guard: Guard,
  seat: Seat,
  listener: Listener,
): Promise<Connected> {
  const connection = await hub.subscribe(seat, await listener.channels())
  guard.watch(connection, listener)
  const { snapshot, ...access } = await listener.begin()
  if (!guard.confirm(connection, access)) throw forbidden()
  return { connection, snapshot }
}
