import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  compile,
  type Page,
  page,
  pageOf,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { scopeOf, within, lockProvider } from '../providers/index.ts'
import {
  type NamedFinding,
  triageCode,
  triageId,
  type StatusCode,
  statusCodes,
  statusOf,
  triageCodes,
  triageOf,
} from '../versions/index.ts'
import { type TriageColumns, triageColumns, triageJoins } from '../findings/index.ts'
import type { FindingTriage, Note, notes, triages } from './resource.ts'

interface Found extends NamedFinding, TriageColumns {
  readonly finding: string | null
  readonly status: StatusCode
  readonly raw_status: StatusCode
  readonly triage: number
  readonly muted: boolean
  readonly updated_at: string | null
}

function toTriage(row: Found): FindingTriage {
  const { uid, provider_id, triage_notes_count, ...columns } = row
  return {
    ...columns,
    id: triageId(row),
    status: triageOf(row.triage),
    finding_uid: uid,
    finding_status: statusOf(row.status),
    raw_status: statusOf(row.raw_status),
    notes_count: triage_notes_count,
    has_note: triage_notes_count > 0,
    provider: provider_id,
  }
}

/** Of rows `v`: live findings, or what is stored of those that were closed. */
const fields = sql`
  v.provider_id, v.finding_key, v.uid, v.finding,
  case when v.status_until <= now() then v.raw_status else v.status end as status, v.raw_status,
  ${triageCode('v')} as triage, v.muted, v.triaged_at as updated_at, ${triageColumns}`

const live = (where: Sql): Sql => sql`
  (select f.provider_id, f.finding_key, f.uid, f.id as finding, f.status, f.raw_status, f.status_until, f.triage, f.muted,
          coalesce(f.triaged_at, f.changed_at) as triaged_at
     from findings f
    where ${where})`

/** Its effective status ended with the row; a closed finding is never hidden. */
const closed = (where: Sql, uid: string): Sql => sql`
  (select f.provider_id, f.finding_key, ${uid}::text as uid, null::uuid as finding,
          case when f.status_until is null then f.raw_status else ${statusCodes.PASS} end as status, f.raw_status,
          f.status_until, f.triage, false as muted, f.triaged_at
     from closed_findings f
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
      const codes = [value].flat().map((name) => triageCodes[name])
      return sql`${triageCode('v')} = any(${`{${codes.join(',')}}`}::int[])`
    },
    finding_uid: sql`v.uid`,
    updated_at: sql`v.triaged_at`,
  },
  sort: { updated_at: sql`v.triaged_at`, status: triageCode('v'), finding_uid: sql`v.uid` },
  last: sql`v.finding_key`,
}

/** Live findings that a user has decided about or a scan has resolved or reopened. */
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
      select: fields,
      from: sql`${live(own)} v ${triageJoins(tx.tenantId)}`,
      where: compiled.where,
    },
    compiled,
  )
  return { rows: rows.map(toTriage), count }
}

/** Of a finding that is live, or was. */
export async function triageOfFinding(
  tx: Tx,
  { provider_id, finding_key, uid }: NamedFinding,
): Promise<FindingTriage | undefined> {
  const own = sql`f.tenant_id = ${tx.tenantId} and f.provider_id = ${provider_id} and f.finding_key = ${finding_key}`
  const found = await tx.maybe<Found>(sql`
    select ${fields}
      from (${live(own)} union all ${closed(own, uid)}) v
      ${triageJoins(tx.tenantId)}
     limit 1`)
  return found && toTriage(found)
}

const noteFields = sql`n.id, n.body, n.inserted_at, n.updated_at, n.author`
const noteColumns: Columns<typeof notes> = {
  filters: {},
  sort: { inserted_at: sql`n.inserted_at`, updated_at: sql`n.updated_at` },
  last: sql`n.id`,
}
const ofFinding = (tx: Tx, { provider_id, finding_key }: NamedFinding): Sql => sql`
  n.tenant_id = ${tx.tenantId} and n.provider_id = ${provider_id} and n.finding_key = ${finding_key}`

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
  { provider_id, finding_key }: NamedFinding,
  { body, author }: { body: string; author: string },
): Promise<Note> =>
  tx.single<Note>(sql`
    insert into finding_notes as n (tenant_id, id, provider_id, finding_key, body, author)
    values (${tx.tenantId}, ${newId()}, ${provider_id}, ${finding_key}, ${body}, ${author})
    returning ${noteFields}`)

/** The same note on findings of a provider. */
export const insertNotes = (
  tx: Tx,
  providerId: string,
  findingKeys: readonly string[],
  { body, author }: { body: string; author: string },
): Promise<number> =>
  tx.run(sql`
    insert into finding_notes (tenant_id, id, provider_id, finding_key, body, author)
    select ${tx.tenantId}, k.id, ${providerId}, k.finding_key, ${body}, ${author}
      from ${rowTable(
        findingKeys.map((finding_key) => ({ finding_key, id: newId() })),
        'k',
        'finding_key uuid, id uuid',
      )}`)

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
