import { forbidden } from '@plumbline/jsonapi'
import type { Channels, Connection, EncodedEvent, Hub, Seat } from '@plumbline/sse'
import type { Access, Guard, Watched } from './guard.ts'

/** A client that wants to listen, and its three checks. Each is a short separate transaction. */
export interface Listener extends Watched {
  /** Before the subscription: what it is to. Throws what the client is to know. */
  channels(): Promise<Channels>
  /** Called once subscribed: whether the listener still has access, and the initial state. */
  begin(): Promise<Access & { readonly snapshot: readonly EncodedEvent[] }>
}

export interface Connected {
  readonly connection: Connection
  readonly snapshot: readonly EncodedEvent[]
}

/**
 * From a slot to a connection that waits for its socket. A right revoked meanwhile is noticed: up to `watch` by the
 * transaction of `begin`, from `watch` on by the guard. The caller releases the slot if this throws.
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
