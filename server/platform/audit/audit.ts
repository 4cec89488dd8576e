/** Appending to the audit log: a row in the transaction of the change, chained to the one before under a key. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, createHmac } from 'node:crypto'
import { type Database, raw, type Sql, sql, type Tx } from '../db/index.ts'
import { newId } from '../ids.ts'

/** Derived from the master key for this purpose alone; its id names it in the rows. */
export interface ChainKey {
  readonly id: string
  readonly bytes: Uint8Array
}

export interface AuditEvent {
  /** The user who acted; omitted or null for the server itself. */
  readonly actorId?: string | null
  readonly credentialId?: string
  /** The operation, as the API's description names it, `roles_create`; or the name of a task. */
  readonly action: string
  readonly resourceType: string
  readonly resourceId?: string | null
  /** The row before and after the change; absent if it did not exist. */
  readonly before?: object | null
  readonly after?: object | null
  readonly requestId?: string
}

/**
 * What the hash of an event is taken over besides the hash before it, as text of which every value has one
 * spelling, whatever the session is set to. Events from before chains had a key left out the first two.
 */
const members = raw(`e.id, e.sequence, extract(epoch from e.inserted_at)::text, e.actor_id,
  e.credential_id, e.action, e.resource_type, e.resource_id, e.before, e.after, e.request_id`)
export const keyedText: Sql = sql`jsonb_build_array(2, e.tenant_id, ${members})::text`
export const unkeyedText: Sql = sql`jsonb_build_array(${members})::text`

/** The hash of an event under the key of the chain. */
export const keyedHash = (key: ChainKey, previous: Uint8Array, text: string): Buffer =>
  createHmac('sha256', key.bytes).update(previous).update(text).digest()

const current = new AsyncLocalStorage<ChainKey>()

/** The database with the key under which its transactions note changes. */
export const withChainKey = (database: Database, key: ChainKey): Database => ({
  ...database,
  inTenant: (tenantId, work, turn) =>
    database.inTenant(tenantId, (tx) => current.run(key, () => work(tx)), turn),
})

const names = /password|secret|token|api_key|credential|private/

/** A copy with possible secrets redacted: their members stay, with a placeholder. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      names.test(name) && typeof one === 'string' && !name.endsWith('_type')
        ? '[hidden]'
        : withoutSecrets(one),
    ]),
  )
}

/** Characters of one member: a mutelist of 1 MiB would otherwise be there twice for each change of it. */
const mostOfMember = 16_384

/** A member that is too long is recorded as its size and the digest of its JSON: whether it changed is still seen. */
function shortened([name, value]: [string, unknown]): [string, unknown] {
  const text = JSON.stringify(value) ?? ''
  if (text.length <= mostOfMember) return [name, value]
  const sha256 = createHash('sha256').update(text).digest('hex')
  return [name, { omitted: 'too long', bytes: Buffer.byteLength(text), sha256 }]
}

function json(value: object | null): string | null {
  if (!value) return null
  const shown = Object.entries(withoutSecrets(value) as object)
  return JSON.stringify(Object.fromEntries(shown.map(shortened)))
}

/**
 * Notes a change in its own transaction: it is committed with the change. Two changes of one tenant append one
 * after the other. Members with secret names are redacted. The hash is computed here, because the database must not see
 * the key.
 */
export async function audit(tx: Tx, event: AuditEvent): Promise<void> {
  const key = current.getStore()
  if (!key) throw new Error('A change was noted in a database that was opened without a chain key.')
  const id = newId()
  const { action, resourceType } = event
  const { actorId = null, credentialId = null, resourceId = null, requestId = null } = event
  const before = json(event.before ?? null)
  const after = json(event.after ?? null)
  const next = await tx.single<{
    sequence: number
    previous: Uint8Array
    inserted_at: string
    text: string
  }>(sql`
    with head as (
      insert into audit_heads as h (tenant_id, sequence, hash, key_id)
      values (${tx.tenantId}, 1, ${Buffer.alloc(0)}, ${key.id})
      on conflict (tenant_id) do update set sequence = h.sequence + 1, key_id = excluded.key_id
      returning h.tenant_id, h.sequence, h.hash
    ), e as materialized (
      select h.tenant_id, ${id}::uuid as id, h.sequence, h.hash as previous,
             clock_timestamp() as inserted_at, ${actorId}::uuid as actor_id,
             ${credentialId}::text as credential_id, ${action}::text as action,
             ${resourceType}::text as resource_type, ${resourceId}::uuid as resource_id,
             ${before}::jsonb as before, ${after}::jsonb as after, ${requestId}::text as request_id
        from head h
    )
    select e.sequence, e.previous, e.inserted_at::text as inserted_at, ${keyedText} as text from e`)
  const hash = keyedHash(key, next.previous, next.text)
  await tx.run(sql`
    with added as (
      insert into audit_events (tenant_id, id, sequence, inserted_at, actor_id, credential_id, action,
                                resource_type, resource_id, before, after, request_id, hash, key_id)
      values (${tx.tenantId}, ${id}, ${next.sequence}, ${next.inserted_at}::text::timestamptz, ${actorId},
              ${credentialId}, ${action}, ${resourceType}, ${resourceId}, ${before}::jsonb, ${after}::jsonb,
              ${requestId}, ${hash}, ${key.id})
    )
    update audit_heads h set hash = ${hash} where h.tenant_id = ${tx.tenantId}`)
}
