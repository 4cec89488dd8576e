/**
 * How each provider of a tenant stands: whether the caller sees it, and how far what is written of its
 * findings has come. Asked once where an answer may be kept, it also answers what the lists below would ask
 * again: which providers they are about, and whether what is remembered of them holds.
 */
import { prepared, sql, type Tx } from '../../platform/db/index.ts'
import type { Stamp } from '../../platform/http/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'

interface Provider {
  readonly id: string
  readonly inside: boolean
  /** Null: nothing was written of its findings. */
  readonly revision: number | null
  /** Attestations whose time is over and which nobody has ended yet. */
  readonly over: number
  /** Another one when its row was written. */
  readonly version: string
}

export interface Standing {
  readonly caller: Caller
  readonly providers: readonly Provider[]
}

const known = new WeakMap<Tx, Standing>()

/** What was asked in this transaction, which has written nothing. */
export const standingIn = (tx: Tx): Standing | undefined => known.get(tx)

async function standingOf(tx: Tx, caller: Caller): Promise<Standing> {
  const { tenantId } = tx
  const providers = await tx.rows<Provider>(prepared`
    select p.id, coalesce(p.deleted_at is null and ${visible(caller, sql`p.id`)}, false) as inside,
           h.revision, coalesce(o.count, 0) as over, p.xmin::text as version
      from providers p
      left join provider_heads h on h.tenant_id = ${tenantId} and h.provider_id = p.id
      left join (
        select f.provider_id, count(*) as count
          from findings f
         where f.tenant_id = ${tenantId} and f.status_until <= now()
         group by f.provider_id) o on o.provider_id = p.id
     where p.tenant_id = ${tenantId}
     order by p.id`)
  return { caller, providers }
}

/** What was written of some providers' findings, told apart from any other time. */
export function revisions(
  providers: readonly Pick<Provider, 'id' | 'revision' | 'over'>[],
): string {
  const written = providers.filter(({ revision }) => revision !== null)
  const heads = written.map(({ id, revision }) => `${id}${revision}`).toSorted()
  return `${heads.join()} ${providers.reduce((sum, { over }) => sum + over, 0)}`
}

/** Of answers about findings and resources. Which groups a provider is in is written without its row. */
export const findingStamp: Stamp = async (tx, caller, filters) => {
  const standing = await standingOf(tx, caller)
  known.set(tx, standing)
  if (filters.some(({ name }) => name === 'provider_groups')) return null
  const rows = standing.providers.map(({ id, inside, version }) => `${id}${inside} ${version}`)
  return `${revisions(standing.providers)} ${rows.join()}`
}
