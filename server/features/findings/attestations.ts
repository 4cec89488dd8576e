import { sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { attestationDays } from './triage.ts'

interface Attestation {
  readonly provider_id: string
  readonly ukey: string
  readonly evidence: string
  /** A user's id. */
  readonly author: string
  /** When it ends. RFC 3339 in UTC. */
  readonly until: string
}

/** Somebody's word that a finding passes; the decision has ended the one before it. */
export const attest = (
  tx: Tx,
  { provider_id, ukey, evidence, author, until }: Attestation,
): Promise<number> =>
  tx.run(sql`
    insert into finding_attestations (
      tenant_id, provider_id, ukey, id, evidence, author, author_name, attested_at, expires_at)
    select ${tx.tenantId}, ${provider_id}, ${ukey}, ${newId()}, ${evidence}, u.id, u.name,
           ${until}::timestamptz - make_interval(days => ${attestationDays}), ${until}::timestamptz
      from users_of_tenant() u
     where u.id = ${author}`)
