/**
 * A whole list in another format than pages of JSON: the same address, asked for by `Accept`. It is read a
 * batch a transaction and written as fast as the client reads, so that neither memory nor a connection is
 * held by how long the list is or how slow the client.
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
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import type { Answer } from './endpoint.ts'

/** Where a list was left; the walk alone knows what it means. */
export type Place = readonly string[]

/** Reads on behind a place, in the list's order; without a further place there is nothing more. */
export type Walk<R, Q> = (
  asked: {
    readonly tx: Tx
    readonly caller: Caller
    readonly query: Q
    readonly params: Readonly<Record<string, string>>
  },
  after: Place | undefined,
) => Promise<{ readonly rows: readonly R[]; readonly place: Place | undefined }>

/** Text around and between the records of a file. */
export interface Writing<R> {
  readonly head: string
  readonly record: (row: R) => string
  readonly between: string
  readonly tail: string
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

/** What whoever builds the product says of files. */
export interface ExportSettings {
  /** Of the product, as files name their maker. */
  readonly version: string
  /** How many are read in one transaction. */
  readonly rows: number
}

/** One transaction of the caller, whose rights are read again. */
export type InCaller = <T>(work: (tx: Tx, caller: Caller) => Promise<T>) => Promise<T>

interface Wanted {
  readonly query: unknown
  readonly search: string
  readonly params: Readonly<Record<string, string>>
  readonly base: string
  readonly tenantId: string
  readonly inCaller: InCaller
  /** Takes one of the places for exports; throws 429. */
  readonly enter: () => () => void
}

/** The formats of one list. */
export interface Exports {
  readonly mediaTypes: readonly string[]
  readonly answer: (mediaType: string, wanted: Wanted) => Promise<Answer>
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
  const asked = (accept ?? '').split(',').map((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const quality = Number(
      /^q=(.*)$/.exec(parameters.find((one) => one.startsWith('q=')) ?? '')?.[1] ?? 1,
    )
    return { type, quality: Number.isNaN(quality) ? 0 : quality }
  })
  const known = asked.filter(
    ({ type, quality }) => quality > 0 && (documentTypes.has(type) || mediaTypes.includes(type)),
  )
  const best = known.toSorted((one, other) => other.quality - one.quality)[0]
  return best && mediaTypes.includes(best.type) ? best.type : undefined
}

/** Pages and included rows belong to documents. */
function checkWhole(search: string, refuses: RegExp | undefined): void {
  for (const name of new URLSearchParams(search).keys()) {
    if (name.startsWith('page['))
      throw invalidParameter(name, 'An export is the whole list, and has no pages.')
    if (name === 'include')
      throw invalidParameter(name, 'An export includes nothing beside its rows.')
    if (refuses?.test(name)) throw invalidParameter(name, 'Records of this format are whole.')
  }
}

async function* written<R, Q>(
  walk: Walk<R, Q>,
  { head, record, between, tail }: Writing<R>,
  { query, params, inCaller }: Wanted,
): AsyncGenerator<string> {
  let place: Place | undefined
  let lead = head
  for (let more = true; more; ) {
    const batch = await inCaller((tx, caller) =>
      walk({ tx, caller, query: query as Q, params }, place),
    )
    place = batch.place
    more = place !== undefined
    if (batch.rows.length === 0) continue
    yield lead + batch.rows.map(record).join(between)
    lead = between
  }
  yield (lead === head ? head : '') + tail
}

const pieceSize = 65_536

/** Whoever watches the reader sees what he took by pieces, and a batch is megabytes. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
  }
}

/** Begins before the answer does: what is wrong with a request is still told as a document. */
async function begun(texts: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await texts.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* texts
  })()
}

export const exportsOf = <X extends AnyResource, R>(
  resource: X,
  walk: Walk<R, Query<X>>,
  formats: readonly Format<R, Query<X>>[],
): Exports => ({
  mediaTypes: formats.map(({ mediaType }) => mediaType),
  async answer(mediaType, wanted) {
    const format = formats.find((one) => one.mediaType === mediaType)
    if (!format) throw new Error(`Nothing writes ${mediaType}.`)
    checkWhole(wanted.search, format.refuses)
    const writing = format.writing({ query: wanted.query as Query<X>, base: wanted.base })
    const end = wanted.enter()
    try {
      const texts = await begun(written(walk, writing, wanted))
      const stream = Readable.from(pieces(texts), { objectMode: false, highWaterMark: pieceSize })
      stream.once('close', end)
      return {
        status: 200,
        stream,
        headers: headersOf(resource.type, format),
        tenantId: wanted.tenantId,
      }
    } catch (error) {
      end()
      throw error
    }
  },
})

const headersOf = (
  type: string,
  { mediaType, extension }: Pick<Format<never, never>, 'mediaType' | 'extension'>,
) => ({
  'Content-Type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
  'Content-Disposition': `attachment; filename="${type}.${extension}"`,
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
