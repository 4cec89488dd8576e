/** What people have noted about findings `v`, as columns of the contract: the number of notes, and the newest attestation. */
import { raw, type Sql, sql } from '../../platform/db/index.ts'
import type { attestation, Finding } from './resource.ts'

export type TriageColumns = Pick<Finding, 'triage_notes_count' | keyof typeof attestation>

export const triageColumns = raw(`
  noted.notes as triage_notes_count,
  attested.attested_at is not null and attested.ended_at is null as manual_pass_active,
  attested.attested_at as manual_pass_created_at, attested.expires_at as manual_pass_expires_at,
  attested.ended_at as manual_pass_deactivated_at, attested.evidence as manual_pass_evidence,
  attested.author_name as manual_pass_created_by_name`)

/** For queries that do not need them. */
export const noTriage = raw(`
  0 as triage_notes_count, false as manual_pass_active, null as manual_pass_created_at,
  null as manual_pass_expires_at, null as manual_pass_deactivated_at, null as manual_pass_evidence,
  null as manual_pass_created_by_name`)

/** What the columns come from; an attestation is shown of those that `isAttested` lets through. */
export const triageJoins = (tenantId: string, isAttested: Sql = raw('true')): Sql => sql`
  cross join lateral (
    select count(*) as notes
      from finding_notes n
     where n.tenant_id = ${tenantId} and n.provider_id = v.provider_id and n.finding_key = v.finding_key) noted
  left join lateral (
    select o.attested_at, o.expires_at, o.evidence, o.author_name,
           coalesce(o.ended_at, case when o.expires_at <= now() then o.expires_at end) as ended_at
      from finding_attestations o
     where o.tenant_id = ${tenantId} and o.provider_id = v.provider_id and o.finding_key = v.finding_key and ${isAttested}
     order by o.attested_at desc
     limit 1) attested on true`
