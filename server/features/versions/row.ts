/** The row of a live finding, in one shape from its observation to the table: read, decided about, written. */
import { raw, type Sql } from '../../platform/db/sql.ts'
import type { DeltaCode, SeverityCode, StatusCode, TriageCode } from './codes.ts'

/** The SQL type of a column whose values are `T`. */
type Column<T> = string & { readonly values?: T }
type RowOf<C> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never }

const text: Column<string> = 'text'
const uuid: Column<string> = 'uuid'
const uuidOrNull: Column<string | null> = 'uuid'
const time: Column<string | null> = 'timestamptz'
const int: Column<number> = 'int'
const intOrNull: Column<number | null> = 'int'
const code = <T>(): Column<T> => 'smallint'

/** What decisions look at. */
const live = {
  finding_key: uuid,
  /** The scan that made this version. */
  scan_id: uuid,
  seq_from: int,
  unit: text,
  check_id: text,
  service: text,
  region: text,
  resource_type: text,
  resource_id: uuidOrNull,
  raw_status: code<StatusCode>(),
  severity: code<SeverityCode>(),
  delta: code<DeltaCode | null>(),
  /** Its bucket in the rollups, by `countedOf`; null if not counted. */
  counted: code<number | null>(),
  /** The newest scan that saw it outside its unit. */
  observed_seq: intOrNull,
  /** A partial scan did not find it any more. */
  removed_at: time,
  status_extended: text,
  body_key: uuidOrNull,
  status: code<StatusCode>(),
  /** The end of a running attestation. */
  status_until: time,
  triage: code<TriageCode | null>(),
  muted: 'boolean' as Column<boolean>,
  mute_rule_id: uuidOrNull,
  muted_reason: 'text' as Column<string | null>,
  /** Why the newest file that names it brings it as suppressed; null: it does not. */
  suppression: 'text' as Column<string | null>,
}
/** What only an insert, a new version or a re-evaluation sets; null: an update leaves what is there. */
const setOnce = {
  id: uuidOrNull,
  uid: 'text' as Column<string | null>,
  changed_at: time,
  first_seen_at: time,
  /** Of the newest mute or triage. */
  triaged_at: time,
}
const all = { ...live, ...setOnce }

export type LiveFinding = RowOf<typeof live>
/** A row as it is written. One with an `id` is a new version. */
export type FindingRow = RowOf<typeof all>

export const unchanged: RowOf<typeof setOnce> = {
  id: null,
  uid: null,
  changed_at: null,
  first_seen_at: null,
  triaged_at: null,
}

const each = (columns: object, of: (name: string) => string): Sql =>
  raw(Object.keys(columns).map(of).join(', '))

/** Columns with their types, for `rowTable`. */
export const rowTypes = Object.entries(all)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')
/** `alias` ends with its dot. */
export const columns = (alias: string): Sql => each(all, (name) => alias + name)
export const liveColumns = each(live, (name) => `f.${name}`)
/** Those that history has too; what a version showed is not among them, nor what its mute is decided by. */
const { counted, removed_at, status, status_until, triage, suppression, ...version } = all
export const versionColumns = (alias: string): Sql => each(version, (name) => alias + name)
/** Sets the columns of a row `f` from a row `r`. */
export const assignments = each(all, (name) =>
  name in setOnce ? `${name} = coalesce(r.${name}, f.${name})` : `${name} = r.${name}`,
)
