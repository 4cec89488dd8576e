/**
 * A whole list in another format than pages of JSON, selected by `Accept`. It is read one batch per transaction and
 * written as fast as the client reads, so that long lists and slow clients occupy neither memory nor a database
 * connection.
 */
import { Readable } from 'node:stream'
import {
  type AnyResource,
  invalidParameter,
  itemsOf,
  type Query,
  type Row,
} from '@plumbline/jsonapi'
import { type Cell, csvLine } from '@plumbline/scanner/formats'
import type { Answer } from './endpoint.ts'
import { lostPlace, takePlace } from './places.ts'
import type { Asked, Context } from './route.ts'

/** Where a list was left; the walk alone knows what it means. */
export type Place = readonly string[]

/** Reads on behind a place, in the list's order; without a further place there is nothing more. */
export type Walk<R, Q> = (
  asked: Pick<Asked, 'tx' | 'caller' | 'params'> & { readonly query: Q },
  after: Place | undefined,
) => Promise<{ readonly rows: readonly R[]; readonly place: Place | undefined }>

/** Text around and between the records of a file. */
export interface Writing<R> {
  readonly head?: string
  readonly record: (row: R) => string
  readonly between?: string
  readonly tail?: string
}
export interface Format<R, Q> {
  /** `text/csv` */
  readonly mediaType: string
  /** Of the file that a browser saves. */
  readonly extension: string
  /** What of the query it cannot express: `fields` of a format whose records are whole. */
  readonly refuses?: RegExp
  readonly writing: (asked: { readonly query: Q; readonly base: string }) => Writing<R>
}

/** The product's settings for files. */
export interface ExportSettings {
  /** Of the product, as files name their maker. */
  readonly version: string
  /** How many are read in one transaction. */
  readonly rows: number
}

/** The formats of one list. */
export interface Exports {
  readonly mediaTypes: readonly string[]
  readonly answer: (mediaType: string, context: Context<unknown>) => Promise<Answer>
}

const documentTypes = new Set([
  'application/vnd.api+json',
  'application/json',
  'application/*',
  '*/*',
])

/** The format that `Accept` prefers to a document; undefined where a document is wanted, or nothing is known. */
export function preferred(
  accept: string | undefined,
  mediaTypes: readonly string[],
): string | undefined {
  let best = { type: '', quality: 0 }
  for (const entry of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const given = parameters.find((one) => one.startsWith('q='))?.slice(2)
    const quality = given === undefined ? 1 : Number(given) || 0
    const isKnown = documentTypes.has(type) || mediaTypes.includes(type)
    if (isKnown && quality > best.quality) best = { type, quality }
  }
  return mediaTypes.includes(best.type) ? best.type : undefined
}

/** Pages and included rows belong to documents. */
const refusedOfAll: readonly [RegExp | undefined, string][] = [
  [/^page\[/, 'An export contains the whole list and has no pages.'],
  [/^include$/, 'An export cannot include related resources.'],
]
function checkWhole(search: string, refuses: RegExp | undefined): void {
  const refused = [...refusedOfAll, [refuses, 'This format always contains all fields.'] as const]
  for (const name of new URLSearchParams(search).keys())
    for (const [names, why] of refused) if (names?.test(name)) throw invalidParameter(name, why)
}

/** The reader's progress is watched per piece taken, and a batch is megabytes. */
const pieceSize = 65_536

async function* pieces<R, Q>(
  walk: Walk<R, Q>,
  { head = '', record, between = '', tail = '' }: Writing<R>,
  { query, params, inCaller }: Context<unknown>,
): AsyncGenerator<Buffer> {
  function* cut(text: string): Generator<Buffer> {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
  }
  let place: Place | undefined
  let lead = head
  do {
    const { rows, place: next } = await inCaller((tx, caller) =>
      walk({ tx, caller, query: query as Q, params }, place),
    )
    place = next
    if (rows.length === 0) continue
    yield* cut(lead + rows.map(record).join(between))
    lead = between
  } while (place !== undefined)
  yield* cut((lead === head ? head : '') + tail)
}

export const exportsOf = <X extends AnyResource, R>(
  resource: X,
  walk: Walk<R, Query<X>>,
  formats: readonly Format<R, Query<X>>[],
): Exports => ({
  mediaTypes: formats.map(({ mediaType }) => mediaType),
  async answer(mediaType, context) {
    const format = formats.find((one) => one.mediaType === mediaType)
    if (!format) throw new Error(`Nothing writes ${mediaType}.`)
    const { exchange, query } = context
    const { tenantId } = context.identity
    checkWhole(exchange.search, format.refuses)
    const writing = format.writing({ query: query as Query<X>, base: exchange.base })
    const { leave, displaced } = takePlace(exchange.exporting, context.identity, exchange.address)
    try {
      const rest = pieces(walk, writing, context)
      // Starts before the response, so that errors in the request are still returned as a document.
      const first = await rest.next()
      if (displaced.aborted) throw lostPlace()
      const all = (async function* () {
        if (!first.done) yield first.value
        yield* rest
      })()
      const stream = Readable.from(all, { objectMode: false, highWaterMark: pieceSize })
      stream.once('close', leave)
      displaced.addEventListener('abort', () => stream.destroy(lostPlace()), { once: true })
      const charset = mediaType.startsWith('text/') ? '; charset=utf-8' : ''
      const headers = {
        'Content-Type': mediaType + charset,
        'Content-Disposition': `attachment; filename="${resource.type}.${format.extension}"`,
      }
      return { status: 200, stream, headers, tenantId }
    } catch (error) {
      leave()
      throw error
    }
  },
})

/** One column a name. What `fields` of the resource names is shown, and the id. */
export type Columns<R> = Readonly<Record<string, (row: R) => Cell>>

export function csv<X extends AnyResource, R>(
  resource: X,
  columns: Columns<R>,
): Format<R, Query<X>> {
  return {
    mediaType: 'text/csv',
    extension: 'csv',
    writing({ query }) {
      const asked = query.fields.get(resource.type)
      const shown = Object.entries(columns).filter(
        ([name]) => name === 'id' || asked === undefined || asked.has(name),
      )
      return {
        head: csvLine(shown.map(([name]) => name)),
        record: (row) => csvLine(shown.map(([, cell]) => cell(row))),
      }
    },
  }
}

/** One resource object per line, as in the `data` of a page. */
export const jsonLines = <X extends AnyResource, R>(
  resource: X,
  rowOf: (row: R) => Row<X>,
): Format<R, Query<X>> => ({
  mediaType: 'application/x-ndjson',
  extension: 'jsonl',
  writing({ query, base }) {
    const item = itemsOf(resource, { query, base })
    return { record: (row) => `${JSON.stringify(item(rowOf(row)))}\n` }
  },
})

/** An array of OCSF records, one per line. */
export const ocsf = <R, Q>(record: (row: R) => string): Format<R, Q> => ({
  mediaType: 'application/vnd.ocsf+json',
  extension: 'ocsf.json',
  refuses: /^fields\[/,
  writing: () => ({ head: '[\n', record, between: ',\n', tail: '\n]\n' }),
})
