/** What the writer of this folder leaves behind, for the verifier. */

/** Rows of batch n: mostly a few, now and then enough for many pages. */
export const rowsOf = (n: number): number => (n % 7 === 0 ? 400 : 1 + ((n * 13) % 40))

/** One statement that reads what is there: the last transaction, and whether anything is half there. */
export const question = `
  select coalesce((select max(id) from batches), 0)::int as last,
         (select count(*) from batches)::int as batches,
         (select total from counter)::int as total,
         (select count(*)
            from batches b
           where b.size <> (select count(*) from batch_rows r where r.batch = b.id))::int as torn,
         (select count(*) from batch_rows r where not exists (select from batches b where b.id = r.batch))::int as stray,
         (select count(*)
            from batch_rows r
           where r.filler <> repeat(md5((r.batch * 1000 + r.n)::text), 4))::int as wrong`

export interface Answer {
  readonly last: number
  readonly batches: number
  readonly total: number
  readonly torn: number
  readonly stray: number
  readonly wrong: number
}

/** What is wrong with an answer when `committed` was acknowledged and `started` was the last one started; undefined: nothing. */
export function faultOf(answer: Answer, committed: number, started: number): string | undefined {
  const { last, batches, total, torn, stray, wrong } = answer
  if (last < committed) return `transaction ${committed} was acknowledged, and ${last} is the last`
  if (last > started) return `transaction ${last} is there, and ${started} was the last one started`
  if (torn + stray + wrong > 0)
    return `${torn} batches torn, ${stray} rows without one, ${wrong} rows wrong`
  if (batches !== Math.min(last, 10)) return `${batches} batches after transaction ${last}`
  const sum = Array.from({ length: last }, (_, at) => rowsOf(at + 1)).reduce((a, b) => a + b, 0)
  return total === sum ? undefined : `the counter is at ${total} instead of ${sum}`
}
