import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  compile,
  type Page,
  page,
  pageOf,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { scopeOf, within, lockProvider } from '../providers/index.ts'
import { type NamedFinding, triageCode, triageId } from '../finding-queries/index.ts'
import {
  type StatusCode,
  statusCodes,
  statusOf,
  triageCodes,
  triageOf,
} from '../observations/index.ts'
import type { FindingTriage, Note, notes, triages } from './resource.ts'

interface Found extends NamedFinding {
  readonly finding: string | null
  readonly status: StatusCode
  readonly raw_status: StatusCode
  readonly triage: number
  readonly muted: boolean
  readonly updated_at: string | null
  readonly notes: number
  readonly attested_at: string | null
  readonly expires_at: string | null
  readonly ended_at: string | null
  readonly evidence: string | null
  readonly author_name: string | null
}

const toTriage = (row: Found): FindingTriage => ({
  id: triageId(row),
  status: triageOf(row.triage),
  finding_uid: row.uid,
  finding_status: statusOf(row.status),
  raw_status: statusOf(row.raw_status),
  muted: row.muted,
  notes_count: row.notes,
  has_note: row.notes > 0,
  updated_at: row.updated_at,
  manual_pass_active: row.attested_at !== null && row.ended_at === null,
  manual_pass_created_at: row.attested_at,
  manual_pass_expires_at: row.expires_at,
  manual_pass_deactivated_at: row.ended_at,
  manual_pass_evidence: row.evidence,
  manual_pass_created_by_name: row.author_name,
  finding: row.finding,
  provider: row.provider_id,
})

/** Of rows `v`: live findings, or what is kept of those that are gone. */
const fields = (tenantId: string): Sql => sql`
  v.provider_id, v.ukey, v.uid, v.finding,
  case when v.status_until <= now() then v.raw_status else v.status end as status, v.raw_status,
  ${triageCode('v')} as triage, v.muted, v.touched_at as updated_at,
  (select count(*)
     from finding_notes n
    where n.tenant_id = ${tenantId} and n.provider_id = v.provider_id and n.ukey = v.ukey) as notes,
  a.attested_at, a.expires_at, a.evidence, a.author_name,
  coalesce(a.ended_at, case when a.expires_at <= now() then a.expires_at end) as ended_at`

const attested = (tenantId: string): Sql => sql`
  left join lateral (
    select o.*
      from finding_attestations o
     where o.tenant_id = ${tenantId} and o.provider_id = v.provider_id and o.ukey = v.ukey
     order by o.attested_at desc
     limit 1) a on true`

const live = (where: Sql): Sql => sql`
  (select f.provider_id, f.ukey, f.uid, f.id as finding, f.status, f.raw_status, f.status_until, f.triage, f.muted,
          coalesce(f.touched_at, f.changed_at) as touched_at
     from findings f
    where ${where})`

/** Its effective status went with the row; while it is gone, nothing hides it. */
const gone = (where: Sql, uid: string): Sql => sql`
  (select f.provider_id, f.ukey, ${uid}::text as uid, null::uuid as finding,
          case when f.status_until is null then f.raw_status else ${statusCodes.PASS} end as status, f.raw_status,
          f.status_until, f.triage, false as muted, f.touched_at
     from finding_gone f
    where ${where})`

/** Scopes resolve these before the list is read. */
const resolved = (): Sql => raw('true')

const columns: Columns<typeof triages> = {
  filters: {
    provider: resolved,
    provider_id: resolved,
    provider_type: resolved,
    provider_uid: resolved,
    provider_alias: resolved,
    provider_groups: resolved,
    status: ({ value }) => {
      const wanted = [value].flat().map((name) => triageCodes[name])
      return sql`${triageCode('v')} = any(${`{${wanted.join(',')}}`}::int[])`
    },
    finding_uid: sql`v.uid`,
    updated_at: sql`v.touched_at`,
  },
  sort: { updated_at: sql`v.touched_at`, status: triageCode('v'), finding_uid: sql`v.uid` },
  last: sql`v.ukey`,
}

/** Findings that somebody has decided about or a scan has resolved or reopened, as far as they are live. */
export async function triagePage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof triages>,
): Promise<Page<FindingTriage>> {
  const scope = await scopeOf(tx, caller, query.filters)
  if (scope.ids.length === 0) return { rows: [], count: 0 }
  const own = sql`
    f.tenant_id = ${tx.tenantId} and ${within(scope, sql`f.provider_id`)} and f.triage is not null`
  const compiled = compile(query, columns)
  const { rows, count } = await page<Found>(
    tx,
    {
      select: fields(tx.tenantId),
      from: sql`${live(own)} v ${attested(tx.tenantId)}`,
      where: compiled.where,
    },
    compiled,
  )
  return { rows: rows.map(toTriage), count }
}

/** Of a finding that is live, or was. */
export async function triageOfFinding(
  tx: Tx,
  { provider_id, ukey, uid }: NamedFinding,
): Promise<FindingTriage | undefined> {
  const own = sql`f.tenant_id = ${tx.tenantId} and f.provider_id = ${provider_id} and f.ukey = ${ukey}`
  const found = await tx.maybe<Found>(sql`
    select ${fields(tx.tenantId)}
      from (${live(own)} union all ${gone(own, uid)}) v
      ${attested(tx.tenantId)}
     limit 1`)
  return found && toTriage(found)
}

const noteFields = sql`n.id, n.body, n.inserted_at, n.updated_at, n.author`
const noteColumns: Columns<typeof notes> = {
  filters: {},
  sort: { inserted_at: sql`n.inserted_at`, updated_at: sql`n.updated_at` },
  last: sql`n.id`,
}
const ofFinding = (tx: Tx, { provider_id, ukey }: NamedFinding): Sql => sql`
  n.tenant_id = ${tx.tenantId} and n.provider_id = ${provider_id} and n.ukey = ${ukey}`

export const notePage = (
  tx: Tx,
  named: NamedFinding,
  query: Query<typeof notes>,
): Promise<Page<Note>> =>
  pageOf(tx, query, noteColumns, {
    select: noteFields,
    from: sql`finding_notes n`,
    where: ofFinding(tx, named),
  })

export const noteById = (tx: Tx, named: NamedFinding, id: string): Promise<Note | undefined> =>
  tx.maybe<Note>(sql`
    select ${noteFields}
      from finding_notes n
     where ${ofFinding(tx, named)} and n.id = ${id}`)

export const insertNote = (
  tx: Tx,
  { provider_id, ukey }: NamedFinding,
  { body, author }: { body: string; author: string },
): Promise<Note> =>
  tx.single<Note>(sql`
    insert into finding_notes as n (tenant_id, id, provider_id, ukey, body, author)
    values (${tx.tenantId}, ${newId()}, ${provider_id}, ${ukey}, ${body}, ${author})
    returning ${noteFields}`)

export const changeNote = (
  tx: Tx,
  named: NamedFinding,
  id: string,
  body: string,
): Promise<Note | undefined> =>
  tx.maybe<Note>(sql`
    update finding_notes as n
       set body = ${body}, updated_at = now()
     where ${ofFinding(tx, named)} and n.id = ${id}
    returning ${noteFields}`)

/** Lists of findings show how many notes there are. */
export async function deleteNote(tx: Tx, named: NamedFinding, id: string): Promise<boolean> {
  await lockProvider(tx, named.provider_id)
  const deleted = await tx.run(sql`
    delete from finding_notes n
     where ${ofFinding(tx, named)} and n.id = ${id}`)
  return deleted === 1
}
