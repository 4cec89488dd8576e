import { rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { attestationDays } from './triage.ts'

interface Attestation {
  readonly evidence: string
  /** A user's id. */
  readonly author: string
  /** When it ends. RFC 3339 in UTC. */
  readonly until: string
}

/** A user's attestation that findings of a provider pass; the decision has ended the previous one. */
export const attest = (
  tx: Tx,
  providerId: string,
  findingKeys: readonly string[],
  { evidence, author, until }: Attestation,
): Promise<number> =>
  tx.run(sql`
    insert into finding_attestations (
      tenant_id, provider_id, finding_key, id, evidence, author, author_name, attested_at, expires_at)
    select ${tx.tenantId}, ${providerId}, k.finding_key, k.id, ${evidence}, u.id, u.name,
           ${until}::timestamptz - make_interval(days => ${attestationDays}), ${until}::timestamptz
      from users_of_tenant() u
      cross join ${withIds(findingKeys)}
     where u.id = ${author}`)

const withIds = (findingKeys: readonly string[]): Sql =>
  rowTable(
    findingKeys.map((finding_key) => ({ finding_key, id: newId() })),
    'k',
    'finding_key uuid, id uuid',
  )
