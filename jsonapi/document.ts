import { type Allowance, type AnyRow, type Item, mapper } from './mapper.ts'
import { notFound, type Problem, Problems } from './problem.ts'
import type { Query } from './query.ts'
import type { AnyResource, Row } from './resource.ts'

/** Rows to include; `rows` are of the resource beside them. Make one with `including`. */
export interface Included {
  readonly resource: AnyResource
  readonly rows: readonly AnyRow[]
}
export const including = <X extends AnyResource>(
  resource: X,
  rows: readonly Row<X>[],
): Included => ({ resource, rows: rows as readonly AnyRow[] })

export interface Shown<X extends AnyResource> {
  readonly query: Pick<Query<X>, 'page' | 'fields' | 'repeated'>
  /** Absolute URL of the request, without its query: `https://host/api/v1/findings`. */
  readonly url: string
  /** Absolute URL that `self` paths are below: `https://host/api/v1`. */
  readonly base: string
  readonly included?: readonly Included[]
  /** Whether rows that were to be included are left out, because there are too many. */
  readonly truncated?: boolean
  /** `false` shows a list without pages that otherwise has them: `page[disable]=true`. */
  readonly paged?: boolean
  /** Metadata of the whole list. */
  readonly meta?: Readonly<Record<string, unknown>>
}

const version = { version: 'v1' } as const

/** The most rows of a list without pages. */
const maxUnpaged = 2_000
/** The most linked rows that one document names: 640 KB. */
export const maxLinked = 10_000

const truncation = ({ truncated }: Shown<AnyResource>) =>
  truncated && ({ included_truncated: true } as const)

export interface ListDocument {
  readonly links?: PageLinks
  readonly data: readonly Item[]
  readonly included?: readonly Item[]
  readonly meta: {
    readonly version: 'v1'
    readonly included_truncated?: true
    readonly data_truncated?: true
    readonly pagination?: { readonly page: number; readonly pages: number; readonly count: number }
  }
}
export interface OneDocument {
  readonly data: Item
  readonly included?: readonly Item[]
  readonly meta: { readonly version: 'v1'; readonly included_truncated?: true }
}
export interface PageLinks {
  readonly first: string
  readonly last: string
  readonly next: string | null
  readonly prev: string | null
}

/**
 * A page of rows as a document; `count` is the number of rows on all pages. A page past the last is a
 * 404; the first page of nothing is an empty list. A list without pages ends after so many rows.
 */
export function listDocument<X extends AnyResource>(
  resource: X,
  { rows, count }: { readonly rows: readonly Row<X>[]; readonly count: number },
  shown: Shown<X>,
): ListDocument {
  const paged = (shown.paged ?? true) && !resource.unpaged
  const { number, size } = shown.query.page
  const pages = Math.max(1, Math.ceil(count / size))
  if (paged && number > pages) throw notFound('Invalid page.')
  const allowance = { ids: maxLinked }
  const whole = resource.unpaged ? rows.slice(0, maxUnpaged) : rows
  const data = (whole as readonly AnyRow[]).map(mapperOf(resource, shown, allowance))
  const isCut = resource.unpaged && data.length < count
  return {
    ...(paged && { links: pageLinks(shown, number, pages) }),
    data,
    ...includedItems(data, shown, allowance),
    meta: {
      ...shown.meta,
      ...truncation(shown),
      ...(isCut && ({ data_truncated: true } as const)),
      ...(paged && { pagination: { page: number, pages, count } }),
      ...version,
    },
  }
}

export function oneDocument<X extends AnyResource>(
  resource: X,
  row: Row<X>,
  shown: Shown<X>,
): OneDocument {
  const allowance = { ids: maxLinked }
  const data = mapperOf(resource, shown, allowance)(row as AnyRow)
  const included = includedItems([data], shown, allowance)
  return { data, ...included, meta: { ...truncation(shown), ...version } }
}

/** Returns a function that converts rows to resource objects, made once for all rows. */
export function itemsOf<X extends AnyResource>(
  resource: X,
  shown: Pick<Shown<X>, 'query' | 'base'>,
): (row: Row<X>) => Item {
  const map = mapperOf(resource, shown)
  return (row) => map(row as AnyRow)
}

const mapperOf = (
  resource: AnyResource,
  { query, base }: Pick<Shown<AnyResource>, 'query' | 'base'>,
  allowance?: Allowance,
) =>
  mapper(
    resource,
    query.fields.get(resource.type),
    resource.self === undefined ? undefined : base + resource.self,
    allowance,
  )

/** Each (type, id) once in the whole document. */
function includedItems(
  data: readonly Item[],
  shown: Shown<AnyResource>,
  allowance: Allowance,
): { readonly included?: readonly Item[] } {
  if (shown.included === undefined) return {}
  const seen = new Set(data.map(({ type, id }) => `${type} ${id}`))
  const included: Item[] = []
  for (const { resource, rows } of shown.included) {
    const map = mapperOf(resource, shown, allowance)
    for (const row of rows) {
      const key = `${resource.type} ${row.id}`
      if (seen.has(key)) continue
      seen.add(key)
      included.push(map(row))
    }
  }
  return { included }
}

function pageLinks({ url, query }: Shown<AnyResource>, number: number, pages: number): PageLinks {
  const repeated = new URLSearchParams([...query.repeated])
  const link = (page: number) => {
    const search = new URLSearchParams(repeated)
    search.set('page[number]', String(page))
    return `${url}?${search}`
  }
  return {
    first: link(1),
    last: link(pages),
    next: number < pages ? link(number + 1) : null,
    prev: number > 1 ? link(number - 1) : null,
  }
}

export interface ErrorObject {
  readonly status: string
  readonly code: string
  readonly detail: string
  readonly source?: Problem['source']
  readonly meta?: Problem['meta']
}
export interface ErrorDocument {
  readonly errors: readonly ErrorObject[]
  readonly meta: { readonly version: 'v1' }
}

/** The document of an error: always an `errors` list, one entry per problem. */
export function errorDocument(problem: Problem | Problems): ErrorDocument {
  const problems = problem instanceof Problems ? problem.problems : [problem]
  return { errors: problems.map(errorObject), meta: version }
}

const errorObject = ({ status, code, detail, source, meta }: Problem): ErrorObject => ({
  status: String(status),
  code,
  detail,
  ...(source && { source }),
  ...(meta && { meta }),
})
