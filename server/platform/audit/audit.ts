import { prepared, raw, type Sql, sql, type Tx } from '../db/index.ts'
import { newId } from '../ids.ts'

export interface AuditEvent {
  /** Whoever did it; nobody, when it was the product by itself. */
  readonly actorId?: string | null
  readonly credentialId?: string
  /** The operation, as the API's description names it, `roles_create`; or the name of a task. */
  readonly action: string
  readonly resourceType: string
  readonly resourceId?: string | null
  /** The row as it was and as it is; nothing where there was or is none. */
  readonly before?: object | null
  readonly after?: object | null
  readonly requestId?: string
}

/** What the hash of an event is taken over; every value has one spelling, whatever the session is set to. */
const hashed = (previous: Sql): Sql => sql`
  sha256(${previous} || convert_to(jsonb_build_array(
    e.id, e.sequence, extract(epoch from e.inserted_at)::text, e.actor_id, e.credential_id, e.action,
    e.resource_type, e.resource_id, e.before, e.after, e.request_id)::text, 'UTF8'))`

const names = /password|secret|token|api_key|credential|private/

/** A copy without what may be secret: its member stays and says that something was there. */
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

const json = (value: object | null): string | null => value && JSON.stringify(withoutSecrets(value))

/**
 * Notes a change in its own transaction: it is kept if the change is. Two changes of one tenant append one
 * after the other. Members whose name says that they are secret are hidden.
 */
export async function audit(tx: Tx, event: AuditEvent): Promise<void> {
  const { action, resourceType } = event
  const { actorId = null, credentialId = null, resourceId = null, requestId = null } = event
  await tx.run(prepared`
    insert into audit_heads as h (tenant_id, sequence, hash)
    values (${tx.tenantId}, 1, ${Buffer.alloc(0)})
    on conflict (tenant_id) do update set sequence = h.sequence + 1`)
  await tx.run(prepared`
    with e as (
      select h.tenant_id, ${newId()}::uuid as id, h.sequence, h.hash as previous,
             clock_timestamp() as inserted_at, ${actorId}::uuid as actor_id,
             ${credentialId}::text as credential_id, ${action}::text as action,
             ${resourceType}::text as resource_type, ${resourceId}::uuid as resource_id,
             ${json(event.before ?? null)}::jsonb as before, ${json(event.after ?? null)}::jsonb as after,
             ${requestId}::text as request_id
        from audit_heads h
       where h.tenant_id = ${tx.tenantId}
    ), added as (
      insert into audit_events (tenant_id, id, sequence, inserted_at, actor_id, credential_id, action,
                                resource_type, resource_id, before, after, request_id, hash)
      select e.tenant_id, e.id, e.sequence, e.inserted_at, e.actor_id, e.credential_id, e.action,
             e.resource_type, e.resource_id, e.before, e.after, e.request_id, ${hashed(raw('e.previous'))}
        from e
      returning hash
    )
    update audit_heads h set hash = added.hash from added where h.tenant_id = ${tx.tenantId}`)
}

/** How many events the transaction's tenant has, and the number of the first that is not as it was written. */
export async function verifyChain(
  tx: Tx,
): Promise<{ readonly events: number; readonly broken: number | null }> {
  return tx.single(prepared`
    with chain as (
      select e.sequence, e.hash,
             row_number() over w as place,
             ${hashed(sql`coalesce(lag(e.hash) over w, ${Buffer.alloc(0)})`)} as right_hash
        from audit_events e
       where e.tenant_id = ${tx.tenantId}
      window w as (order by e.sequence)
    ), wrong as (
      select c.place as sequence from chain c where c.hash <> c.right_hash or c.sequence <> c.place
      union all
      select h.sequence
        from audit_heads h
       where h.tenant_id = ${tx.tenantId}
         and not exists (select from chain c where c.sequence = h.sequence and c.hash = h.hash)
      union all
      select c.sequence
        from chain c
       where not exists (select from audit_heads h
                          where h.tenant_id = ${tx.tenantId} and h.sequence >= c.sequence)
    )
    select (select count(*) from chain)::int as events, (select min(sequence) from wrong)::int as broken`)
}
