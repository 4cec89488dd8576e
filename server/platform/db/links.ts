/** What a document names of the rows that its rows are linked to: gathered for the rows of a page, and no more of them. */
import { type CountedIds, maxLinked } from '@plumbline/jsonapi'
import type { Statements } from './port.ts'
import { idArray, rowTable } from './rows.ts'
import { join, raw, type Sql, sql } from './sql.ts'

interface Row {
  readonly id: string
}

/**
 * The rows with their links: how many there are, and the ids of as many as a document names. Each link is the SQL of ids
 * as `id`, of the row whose id is `linking.id`.
 */
export async function withLinks<R extends Row, N extends string>(
  tx: Statements,
  rows: readonly R[],
  links: Readonly<Record<N, Sql>>,
): Promise<(R & Record<N, CountedIds>)[]> {
  if (rows.length === 0) return []
  const names = Object.keys(links) as N[]
  const each = (write: (name: N) => Sql): Sql => join(names.map(write))
  const counted = await tx.rows<Row & Record<N, number>>(sql`
    select linking.id, ${each((name) => sql`(select count(*)::int from (${links[name]}) l) as ${raw(name)}`)}
      from unnest(${idArray(rows.map(({ id }) => id))}) as linking(id)`)
  const counts = new Map(counted.map((one) => [one.id, one]))
  let left = maxLinked
  const named = rows.map(({ id }) => {
    const taken = names.map((name) => {
      const count = Math.min(left, counts.get(id)?.[name] ?? 0)
      left -= count
      return [name, count]
    })
    return { id, ...Object.fromEntries(taken) } as Row & Record<N, number>
  })
  const columns = ['id uuid', ...names.map((name) => `${name} int`)].join(', ')
  const gathered = await tx.rows<Row & Record<N, string[]>>(sql`
    select linking.id, ${each(
      (name) => sql`
        array(select l.id from (${links[name]}) l order by l.id limit linking.${raw(name)}) as ${raw(name)}`,
    )}
      from ${rowTable(named, 'linking', columns)}`)
  const ids = new Map(gathered.map((one) => [one.id, one]))
  return rows.map((row) => {
    const linked = names.map((name) => [
      name,
      { ids: ids.get(row.id)?.[name] ?? [], count: counts.get(row.id)?.[name] ?? 0 },
    ])
    return { ...row, ...Object.fromEntries(linked) } as R & Record<N, CountedIds>
  })
}
