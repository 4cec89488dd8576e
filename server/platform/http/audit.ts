/** Every request that changes something leaves an audit event, in the transaction of the change. */
import { Problem } from '@plumbline/jsonapi'
import { audit } from '../audit/index.ts'
import type { Tx } from '../db/index.ts'
import { asManagers, type Caller } from '../tenancy/index.ts'
import type { Exchange } from './endpoint.ts'

interface Known {
  readonly tx: Tx
  readonly caller: Caller
  readonly exchange: Exchange
}
interface Change {
  readonly action: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Of the row that is made or changed; without one, of the row that the path names. */
  readonly type?: string
}

/** The type whose row a path names: `/providers/secrets/:id` names provider secrets. */
function typeOfPath(path: string, { loaders }: Exchange): string {
  const names = path.slice(1).split('/:')[0]?.split('/') ?? []
  const last = names.at(-1) ?? ''
  const both = `${(names.at(-2) ?? '').replace(/s$/, '')}-${last}`
  return loaders.has(both) ? both : last
}

/**
 * The row as managers of the tenant may see it, by the GET of its path or else by its type: they read the event, so it
 * contains nothing that the API shows only to its actor. Returns undefined if the API never shows such a row.
 */
async function shown(
  { tx, caller, exchange }: Known,
  { path, params, type }: Omit<Change, 'action'> & { type: string },
): Promise<object | null | undefined> {
  const viewer = asManagers(caller)
  for (let at = path; at.includes(':'); at = at.slice(0, at.lastIndexOf('/'))) {
    const read = exchange.readers.get(at)
    if (!read) continue
    try {
      return (await read({ tx, caller: viewer, params })) ?? null
    } catch (error) {
      if (error instanceof Problem) return null // no such row
      throw error
    }
  }
  const loader = exchange.loaders.get(type)
  if (!loader) return undefined
  const [row] = params['id'] ? await loader.byIds(tx, [params['id']], viewer) : []
  return row ?? null
}

/** Does the work and notes it; what throws, or finds nothing, notes nothing. */
export async function audited<T>(
  known: Known,
  { action, path, params, type = typeOfPath(path, known.exchange) }: Change,
  work: () => Promise<T>,
): Promise<T> {
  const { tx, caller, exchange } = known
  const id = params['id'] ?? ''
  const row = { path, params, type }
  const before = (await shown(known, row)) ?? null
  const result = await work()
  if (!result) return result
  const made = typeof result === 'object' ? (result as { readonly id?: unknown }) : {}
  const resourceId = id === '' && typeof made.id === 'string' ? made.id : id
  const isNew = id === '' && resourceId !== ''
  const now = isNew ? { path: `${path}/:id`, params: { ...params, id: resourceId }, type } : row
  const after = await shown(known, now)
  await audit(tx, {
    actorId: caller.userId,
    credentialId: caller.credentialId,
    action,
    resourceType: type,
    resourceId: /^[0-9a-f-]{36}$/.test(resourceId) ? resourceId : null,
    before,
    after: after === undefined && id === '' ? made : (after ?? null),
    requestId: exchange.requestId,
  })
  return result
}
