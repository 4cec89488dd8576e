/** Rows `v` of versions, out of the table of live ones or out of the history. */
import { all, empty, join, raw, type Sql, sql } from '../../../platform/db/index.ts'

/** Rows `v` of one table. */
export interface Rows {
  readonly table: 'findings' | 'finding_history'
  readonly from: Sql
  readonly where: Sql
  /** Both again for queries that read all rows in no order: a join instead of a lookup per row. */
  readonly allFrom?: Sql
  readonly allWhere?: Sql
}

/** Rows `v` with the same columns in both. */
export const versions: Readonly<Record<Rows['table'], Sql>> = {
  findings: sql`findings v`,
  finding_history: sql`(select v.*, null::timestamptz as status_until from finding_history v) v`,
}
export const liveRows = (where: Sql): Rows => ({
  table: 'findings',
  from: versions.findings,
  where,
})
export const endedRows = (where: Sql): Rows => ({
  table: 'finding_history',
  from: versions.finding_history,
  where,
})

/** The end of tomorrow: the same all day long, so that statements with it are the same. */
export const tomorrow = raw(`date_trunc('day', now()) + interval '2 days'`)

/** All of them as `columns` of versions `v`, and of observations `s` where these are joined. */
export const allOf = (
  rows: readonly Rows[],
  columns: Sql,
  {
    observation = empty,
    where = [],
  }: { observation?: Sql | undefined; where?: readonly Sql[] | undefined } = {},
): Sql =>
  join(
    rows.map(
      ({ from, where: own, allFrom = from, allWhere = own }) => sql`
        select ${columns}
          from ${allFrom} ${observation}
         where ${all([allWhere, ...where])}`,
    ),
    '\n union all ',
  )
