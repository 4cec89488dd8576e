import { sql, type Tx } from '../../platform/db/index.ts'

/**
 * Locks a provider before its findings are written, and increments its revision, which is part of the data version of
 * lists. Returns the number of its newest scan.
 */
export const lockProvider = async (tx: Tx, providerId: string): Promise<number> => {
  const { seq } = await tx.single<{ seq: number }>(sql`
    insert into provider_revisions as h (tenant_id, provider_id)
    values (${tx.tenantId}, ${providerId})
    on conflict (tenant_id, provider_id) do update set revision = h.revision + 1
    returning seq`)
  return seq
}

/** The number of the provider's next scan. The caller has the lock. */
export const nextSeq = async (tx: Tx, providerId: string): Promise<number> => {
  const { seq } = await tx.single<{ seq: number }>(sql`
    update provider_revisions
       set seq = seq + 1
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
    returning seq`)
  return seq
}
