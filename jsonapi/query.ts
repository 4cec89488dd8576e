import { type AnyField, type Fault, failed, type TextValue } from './fields/index.ts'
import { maxFilters, maxValues } from './filters.ts'
import { echo, echoParameter, invalidParameter, notFound, type Problem, raise } from './problem.ts'
import { type AnyResource, type Filter, type Sort, type SortName, sortOf } from './resource.ts'
import { type Parameters, readSearch } from './search.ts'

type Extra = Readonly<Record<string, AnyField>>

export interface Page {
  /** 1-based. */
  readonly number: number
  readonly size: number
}

/** A query string that has been understood. */
export interface Query<X extends AnyResource = AnyResource, E extends Extra = Extra> {
  readonly filters: readonly Filter<X>[]
  /** As requested, or the resource's default. */
  readonly sort: readonly Sort<SortName<X>>[]
  /** Paths, with every path on the way to them. */
  readonly include: readonly string[]
  /** Type to the attributes and relationships to show; a type that is not here shows everything. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
  readonly page: Page
  readonly extra: { readonly [K in keyof E]?: TextValue<E[K]> }
  /** What a link to another page repeats: all but the page's number and write-only extras. */
  readonly repeated: Parameters
}

export interface QueryOptions<E extends Extra> {
  /** Whether filters, sort and pages are accepted (a list), or only fields and include (one row). */
  readonly list?: boolean
  /** False: what is answered has no pages, though filters are accepted. */
  readonly paged?: boolean
  /** Further parameters of this operation, by their full names: `page[disable]`, `access_token`. */
  readonly extra?: E
  /** Resources that may be included: with them, names in `fields[their type]` are checked too. */
  readonly resources?: readonly AnyResource[]
}

/**
 * Reads a query string for a resource; throws a 400 naming each parameter that is unknown, repeated
 * or wrong, all at once, and a 404 for a page number that no list has.
 */
export function parseQuery<X extends AnyResource, E extends Extra = Readonly<Record<never, never>>>(
  resource: X,
  search: string,
  options: QueryOptions<E> = {},
): Query<X, E> {
  const problems: Problem[] = []
  const parameters = readSearch(search, problems)
  const read = new Reader(resource, options, problems)
  for (const [name, value] of parameters) read.parameter(name, value)
  raise(problems)
  return {
    filters: read.filters as readonly Filter<X>[],
    sort: (read.sort ?? resource.order) as readonly Sort<SortName<X>>[],
    include: [...read.include],
    fields: read.fields,
    page: read.page,
    extra: read.extra as Query<X, E>['extra'],
    repeated: read.repeated,
  }
}

/** One reading of one query string. */
class Reader {
  readonly filters: unknown[] = []
  readonly include = new Set<string>()
  readonly fields = new Map<string, ReadonlySet<string>>()
  readonly extra: Record<string, unknown> = {}
  readonly repeated = new Map<string, string>()
  sort: readonly Sort[] | undefined
  page: Page
  readonly #resource: AnyResource
  readonly #options: QueryOptions<Extra>
  readonly #problems: Problem[]

  constructor(resource: AnyResource, options: QueryOptions<Extra>, problems: Problem[]) {
    this.#resource = resource
    this.#options = options
    this.#problems = problems
    this.page = { number: 1, size: resource.pageSize }
  }

  parameter(name: string, value: string): void {
    const list = this.#options.list ?? true
    const extra = this.#options.extra
    if (extra && Object.hasOwn(extra, name)) return this.#extraField(name, value, extra[name])
    if (name !== 'page[number]') this.repeated.set(name, value)
    if (name === 'include') return this.#includes(value)
    const [, family, member = ''] = /^(filter|fields|page)\[(.*)\]$/s.exec(name) ?? []
    if (family === 'fields') return this.#fieldset(name, member, value)
    if (list && name === 'sort') return this.#sorts(value)
    if (list && family === 'filter') return this.#filter(name, member, value)
    if (list && family === 'page' && member === 'size') return this.#size(name, value)
    if (list && family === 'page' && member === 'number') return this.#number(value)
    const what = family === 'filter' && list ? 'filter' : 'parameter'
    this.#wrong(name, `Unknown ${what}: ${echoParameter(name)}.`, 'unknown')
  }

  #extraField(name: string, value: string, field: AnyField | undefined): void {
    if (!field?.fromText) throw new TypeError(`${name} cannot be read from a query.`)
    if (field.access !== 'writeOnly') this.repeated.set(name, value)
    const result = field.fromText(value, this.#fault(name))
    if (result !== failed) this.extra[name] = result
  }

  #filter(name: string, member: string, value: string): void {
    const filter = this.#resource.wire.get(member)
    if (!filter) return this.#wrong(name, `Unknown filter: ${echoParameter(name)}.`, 'unknown')
    if (this.filters.length === maxFilters) {
      return this.#wrong(name, `At most ${maxFilters} filters are accepted.`, 'too_many')
    }
    const word = filter.words && Object.hasOwn(filter.words, value) && filter.words[value]
    if (word === null) return
    if (word) {
      this.filters.push(word)
      return
    }
    const texts = filter.many ? value.split(',', maxValues + 1) : [value]
    if (texts.length > maxValues) {
      return this.#wrong(
        name,
        `At most ${maxValues} values are accepted. Send several requests, or use another filter.`,
        'too_many',
      )
    }
    const fault = this.#fault(name)
    const values: unknown[] = []
    for (const text of texts) {
      const read = filter.field.fromText?.(text, fault)
      if (read === failed) return // one fault per filter is enough
      values.push(read)
    }
    const result = filter.many ? values : values[0]
    this.filters.push({ name: filter.name, op: filter.op, value: result })
  }

  #sorts(value: string): void {
    const sort = value.split(',').map((entry) => sortOf<string>(entry))
    const seen = new Set<string>()
    for (const { key } of sort) {
      if (!this.#resource.sortKeys.includes(key)) {
        return this.#wrong('sort', `Cannot sort by "${echo(key)}".`, 'unknown')
      }
      if (seen.has(key)) return this.#wrong('sort', `"${key}" is given twice.`, 'duplicate')
      seen.add(key)
    }
    this.sort = sort
  }

  #includes(value: string): void {
    for (const path of value.split(',')) {
      if (!this.#resource.include.has(path)) {
        return this.#wrong('include', `Cannot include "${echo(path)}".`, 'unknown')
      }
      const steps = path.split('.')
      for (const index of steps.keys()) this.include.add(steps.slice(0, index + 1).join('.'))
    }
  }

  #fieldset(name: string, type: string, value: string): void {
    const known = this.#known(type)
    if (known === undefined) {
      return this.#wrong(name, `Unknown resource type: "${echo(type)}".`, 'unknown')
    }
    const names = value === '' ? [] : value.split(',')
    for (const field of names) {
      if (known === 'any' ? !/^[a-z][a-z0-9_]{0,63}$/.test(field) : !known.has(field)) {
        const detail = `There is no field "${echo(field)}" in ${type}.`
        return this.#wrong(name, detail, 'unknown')
      }
    }
    this.fields.set(type, new Set(names))
  }

  /** The field names of a type; `any` for one that may be included but was not handed in. */
  #known(type: string): ReadonlySet<string> | 'any' | undefined {
    if (type === this.#resource.type) return fieldNames(this.#resource)
    if (!shownTypes(this.#resource).has(type)) return undefined
    const other = this.#options.resources?.find((resource) => resource.type === type)
    return other ? fieldNames(other) : 'any'
  }

  #size(name: string, value: string): void {
    if (!/^\d{1,100}$/.test(value) || Number(value) < 1) {
      return this.#wrong(name, 'Must be a positive integer.')
    }
    this.page = { ...this.page, size: Math.min(Number(value), this.#resource.maxPageSize) }
  }

  #number(value: string): void {
    // Nine digits times a page's size stays far below what the database takes as an offset.
    if (/^\d{1,9}$/.test(value) && Number(value) >= 1) {
      this.page = { ...this.page, number: Number(value) }
    } else if (this.#resource.unpaged || this.#options.paged === false) {
      this.#wrong('page[number]', 'A page number must be a whole number from 1.')
    } else throw notFound('Invalid page.')
  }

  #fault(parameter: string): Fault {
    return (detail, code) => {
      this.#wrong(parameter, detail, code)
      return failed
    }
  }

  #wrong(parameter: string, detail: string, code?: string): void {
    this.#problems.push(invalidParameter(parameter, detail, code))
  }
}

/** What `fields[type]` may name. `id` and `url` are always shown, and accepted if requested. */
export const fieldNames = (resource: AnyResource): ReadonlySet<string> =>
  new Set([
    'id',
    'url',
    ...Object.keys(resource.attributes).filter(
      (name) => resource.attributes[name]?.access !== 'writeOnly',
    ),
    ...Object.keys(resource.relationships),
  ])

/** The types a document of this resource may contain: its own, and those on an include path. */
export function shownTypes({ type, include, relationships }: AnyResource): ReadonlySet<string> {
  const types = new Set([type])
  for (const [path, end] of include) {
    const [first = ''] = path.split('.')
    types.add(relationships[first]?.type ?? end).add(end)
  }
  return types
}
