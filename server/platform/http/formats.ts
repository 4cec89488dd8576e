/** Formats that any list can be sent in. */
import { type AnyResource, itemsOf, type Query, type Row } from '@plumbline/jsonapi'
import { type Cell, csvLine } from '@plumbline/scanner/formats'
import type { Format } from './exports.ts'

/** One column a name. What `fields` of the resource names is kept, and the id. */
export type Columns<R> = Readonly<Record<string, (row: R) => Cell>>

export function csv<X extends AnyResource, R>(
  resource: X,
  columns: Columns<R>,
): Format<R, Query<X>> {
  return {
    mediaType: 'text/csv',
    extension: 'csv',
    writing({ query }) {
      const shown = query.fields.get(resource.type)
      const kept = Object.entries(columns).filter(
        ([name]) => name === 'id' || shown === undefined || shown.has(name),
      )
      return {
        head: csvLine(kept.map(([name]) => name)),
        record: (row) => csvLine(kept.map(([, cell]) => cell(row))),
        between: '',
        tail: '',
      }
    },
  }
}

/** One resource object a line, as it stands in the `data` of a page. */
export const jsonLines = <X extends AnyResource, R>(
  resource: X,
  rowOf: (row: R) => Row<X>,
): Format<R, Query<X>> => ({
  mediaType: 'application/x-ndjson',
  extension: 'jsonl',
  writing({ query, base }) {
    const item = itemsOf(resource, { query, base })
    return {
      head: '',
      record: (row) => `${JSON.stringify(item(rowOf(row)))}\n`,
      between: '',
      tail: '',
    }
  },
})

/** An array of OCSF records, each on a line of its own. */
export const ocsf = <R, Q>(record: (row: R) => string): Format<R, Q> => ({
  mediaType: 'application/vnd.ocsf+json',
  extension: 'ocsf.json',
  refuses: /^fields\[/,
  writing: () => ({ head: '[\n', record, between: ',\n', tail: '\n]\n' }),
})
