/** The API’s operations, as the app’s screens use them. */
import { unlessDeleted } from './deleted.ts'
import {
  joined,
  type Page,
  pageOf,
  type Ref,
  type Row,
  rowOf,
  type Type,
  type WireDocument,
} from './documents.ts'
import { ApiProblem } from './problem.ts'
import { type Query, search } from './query.ts'
import { type Ask, ask } from './session.ts'

export type { Query }

async function document(path: string, how: Ask = {}): Promise<WireDocument> {
  const response = await ask(path, how)
  return response.status === 204 ? { data: null } : ((await response.json()) as WireDocument)
}

export const list = async <T extends Type>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Page<T>> => pageOf<T>(await document(path + search(query), signal ? { signal } : {}))

const wholePages = 20

/** Returns all rows of a list that is known to be short: at most 20 pages; `count` is the total. */
export async function whole<T extends Type>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Page<T>> {
  const pages: Page<T>[] = []
  let held = 0
  for (let page = 1; page <= wholePages; page += 1) {
    const asked = { 'page[size]': 100, ...query, 'page[number]': page }
    const answer = await list<T>(path, asked, signal)
    pages.push(answer)
    held += answer.rows.length
    if (held >= answer.count || answer.rows.length === 0) break
  }
  return joined(pages)
}

const sayDeleted =
  (path: string) =>
  (error: unknown): never => {
    throw unlessDeleted(path, error)
  }

/** Returns one resource with its included resources. */
export async function show<T extends Type>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<{ readonly row: Row<T>; readonly included: Page['included'] }> {
  const { rows, included } = await list<T>(path, query, signal)
  const [row] = rows
  if (!row) throw new Error(`The server returned no data for ${path}.`)
  return { row, included }
}

/** Returns the current version of a row, to change it. The error for a row that was deleted meanwhile says so. */
export const current = async <T extends Type>(path: string, query: Query = {}): Promise<Row<T>> =>
  (await show<T>(path, query).catch(sayDeleted(path))).row

export type Links = Readonly<Record<string, { readonly data: object | readonly object[] | null }>>

export interface Draft {
  readonly type: string
  readonly id?: string
  readonly attributes?: object
  readonly relationships?: Links
}

const written =
  (method: 'POST' | 'PATCH' | 'DELETE') =>
  async <T extends Type>(path: string, data?: Draft): Promise<Row<T> | null> => {
    const how = { method, ...(data && { body: { data } }) }
    const answer = await document(path, how).catch(sayDeleted(path))
    const one = [answer.data ?? []].flat()[0]
    return one ? rowOf<T>(one) : null
  }

export const create = written('POST')
export const change = written('PATCH')
export const destroy = written('DELETE')

/** Deletes a row, also if another tab or user has already deleted it. */
export const ensureDeleted = <T extends Type>(path: string): Promise<Row<T> | null> =>
  destroy<T>(path).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  })

/** Adds to, replaces or removes from a relationship of a resource. */
export async function link(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data: readonly Ref[],
): Promise<void> {
  await ask(path, { method, body: { data } }).catch(sayDeleted(path))
}

export const refsOf = (type: string, ids: readonly string[]): readonly Ref[] =>
  ids.map((id) => ({ type, id }))

/** Returns a complete list as a file. The server streams it. */
export async function download(path: string, query: Query, accept: string): Promise<Blob> {
  return (await ask(path + search(query), { accept })).blob()
}

/**
 * Returns the first rows of a list in one request, whatever the page size. The server stops writing when the client
 * stops reading.
 */
export async function readRows<T extends Type>(
  path: string,
  query: Query,
  most: number,
): Promise<readonly Row<T>[]> {
  const { body } = await ask(path + search(query), { accept: 'application/x-ndjson' })
  const rows: Row<T>[] = []
  const take = (line: string): void => {
    if (line !== '' && rows.length < most) rows.push(rowOf<T>(JSON.parse(line)))
  }
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
    if (rows.length === most) return rows
  }
  take(rest)
  return rows
}
