/** The order of a provider's scans, and which of them overviews are about. */
import { sql, type Sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes } from './codes.ts'

/** Locks what orders a provider's scans: whoever writes its live rows stands here first. */
export const lockHead = async (tx: Tx, providerId: string): Promise<number> => {
  await tx.run(sql`
    insert into provider_heads (tenant_id, provider_id)
    values (${tx.tenantId}, ${providerId})
    on conflict do nothing`)
  const { seq } = await tx.single<{ seq: number }>(sql`
    select seq
      from provider_heads
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
       for update`)
  return seq
}

/**
 * The scan that every default means: the newest completed one that is neither partial nor an import, an
 * import only where the provider has nothing else. As columns of `scans s`.
 */
export const latestScan = (tenantId: string, provider: Sql, columns: Sql): Sql => sql`
  select ${columns}
    from scans s
   where s.tenant_id = ${tenantId} and s.provider_id = ${provider} and s.state = 'completed'
     and s.kind <> ${kindCodes.partial}
   order by s.kind = ${kindCodes.full} desc, s.seq desc
   limit 1`
