/** Every request that changes something leaves an audit event, in the transaction of the change. */
import { audit } from '../audit/index.ts'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import type { Exchange } from './endpoint.ts'

interface Change {
  readonly action: string
  /** Of the row in the path, or of the one that is made. */
  readonly type: string
  /** '' when the row is made by this request. */
  readonly id: string
}

/** The type whose row a path names: `/providers/secrets/:id` names provider secrets. */
export function typeOfPath(path: string, { loaders }: Pick<Exchange, 'loaders'>): string {
  const before = path.slice(1).split('/:')[0]?.split('/') ?? []
  const last = before.at(-1) ?? ''
  const singular = (before.at(-2) ?? '').replace(/s$/, '')
  return loaders.has(`${singular}-${last}`) ? `${singular}-${last}` : last
}

/** The row as the caller would see it: what the API never shows is not in it. */
async function shown(
  { tx, caller, exchange }: { tx: Tx; caller: Caller; exchange: Exchange },
  type: string,
  id: string,
): Promise<object | null> {
  if (id === '') return null
  const [row] = (await exchange.loaders.get(type)?.byIds(tx, [id], caller)) ?? []
  return row ?? null
}

/** Does the work and notes it; what throws, or finds nothing, notes nothing. */
export async function audited<T>(
  known: { readonly tx: Tx; readonly caller: Caller; readonly exchange: Exchange },
  { action, type, id }: Change,
  work: () => Promise<T>,
): Promise<T> {
  const { tx, caller, exchange } = known
  const before = await shown(known, type, id)
  const result = await work()
  if (!result) return result
  const made = typeof result === 'object' ? (result as { readonly id?: unknown }) : {}
  const resourceId = id === '' && typeof made.id === 'string' ? made.id : id
  const after = (await shown(known, type, resourceId)) ?? (id === '' ? made : null)
  await audit(tx, {
    actorId: caller.userId,
    credentialId: caller.credentialId,
    action,
    resourceType: type,
    resourceId: /^[0-9a-f-]{36}$/.test(resourceId) ? resourceId : null,
    before,
    after,
    requestId: exchange.requestId,
  })
  return result
}
