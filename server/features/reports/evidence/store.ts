import { sql, type Tx } from '../../../platform/db/index.ts'
import type { Source } from '../source.ts'

/** Rows in the order of a key that the reader sends back, a transaction a batch. */
async function* batches<T extends { readonly place: string }>(
  { inTenant, rows }: Source,
  page: (tx: Tx, after: string, most: number) => Promise<readonly T[]>,
): AsyncGenerator<readonly Omit<T, 'place'>[]> {
  for (let after = '', ended = false; !ended; ) {
    const found = await inTenant((tx) => page(tx, after, rows))
    ended = found.length < rows
    after = found.at(-1)?.place ?? ''
    if (found.length > 0) yield found.map(({ place: _, ...row }) => row)
  }
}

interface CoverageLine {
  readonly place: string
  readonly unit: string
  readonly check_id: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  /** `assessed`, `denied` … */
  readonly outcome: string
  /** The permission that was missing. */
  readonly action: string | null
  readonly count: number
}

/** The first place that is before all others. */
const start = JSON.stringify(['', '', '', '', '', ''])

/** What the scan looked at, and what it could not. */
export const coverageOf = (
  source: Source,
): AsyncGenerator<readonly Omit<CoverageLine, 'place'>[]> =>
  batches(source, (tx, after, most) => {
    const [unit, check, region, type, outcome, action] = JSON.parse(after || start) as string[]
    return tx.rows<CoverageLine>(sql`
      select json_build_array(c.unit, c.check_id, c.region, c.resource_type, c.outcome, c.action)::text as place,
             c.unit, c.check_id, c.service, c.region, c.resource_type, c.outcome, nullif(c.action, '') as action, c.count
        from scan_coverage c
       where c.tenant_id = ${tx.tenantId} and c.scan_id = ${source.scan.id}
         and (c.unit, c.check_id, c.region, c.resource_type, c.outcome, c.action)
           > (${unit}, ${check}, ${region}, ${type}, ${outcome}, ${action})
       order by c.unit, c.check_id, c.region, c.resource_type, c.outcome, c.action
       limit ${most}`)
  })

interface AttestationLine {
  readonly place: string
  readonly finding_uid: string
  /** The evidence that the user entered. */
  readonly evidence: string
  readonly attested_by: string
  readonly attested_at: string
  readonly expires_at: string
  /** When it ended before its time. */
  readonly ended_at: string | null
}

/** Attestations of MANUAL findings of this account that were valid when the scan ended or were made since. */
export const attestationsOf = (
  source: Source,
): AsyncGenerator<readonly Omit<AttestationLine, 'place'>[]> =>
  batches(source, (tx, after, most) =>
    tx.rows<AttestationLine>(sql`
      select a.id::text as place, f.uid as finding_uid, a.evidence, a.author_name as attested_by, a.attested_at,
             a.expires_at, a.ended_at
        from finding_attestations a
        join findings f on f.tenant_id = a.tenant_id and f.provider_id = a.provider_id and f.finding_key = a.finding_key
       where a.tenant_id = ${tx.tenantId} and a.provider_id = ${source.scan.provider_id}
         and coalesce(a.ended_at, a.expires_at) > ${source.scan.at}::timestamptz
         and a.id::text > ${after}
       order by a.id::text
       limit ${most}`),
  )

/** The newest event of the tenant's chain: a copy of it proves later that no earlier event was changed. */
export const auditHead = async (
  tx: Tx,
): Promise<{
  readonly tenant_id: string
  readonly sequence: number
  readonly hash: string
} | null> =>
  (await tx.maybe<{ tenant_id: string; sequence: number; hash: string }>(sql`
    select e.tenant_id, e.sequence::int as sequence, encode(e.hash, 'hex') as hash
      from audit_events e
     where e.tenant_id = ${tx.tenantId}
     order by e.sequence desc
     limit 1`)) ?? null
