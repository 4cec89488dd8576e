/**
 * Responses as tests read them. What comes over the wire is unknown until it is checked: each accessor checks, and
 * throws with the whole response on a mismatch, so that a test fails where the response differs.
 */

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Link {
  readonly type: string
  readonly id: string
  readonly meta?: Members
}
export interface Relationship {
  readonly data?: Link | readonly Link[] | null
  readonly meta?: { readonly count?: number }
  readonly links?: { readonly related?: string }
}

/** One fault of a request. */
export interface Fault {
  readonly status: string
  readonly code: string
  readonly title?: string
  readonly detail: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string }
}

/** A JSON:API document with unchecked attributes. */
interface Document {
  readonly data?: RawItem | readonly RawItem[] | null
  readonly included?: readonly RawItem[]
  readonly errors?: readonly Fault[]
  readonly links?: Readonly<Record<'first' | 'last' | 'next' | 'prev', string | null>>
  readonly meta?: {
    readonly pagination?: { readonly page: number; readonly pages: number; readonly count: number }
    readonly [name: string]: unknown
  }
}
interface RawItem {
  readonly type: string
  readonly id: string
  readonly attributes?: Members
  readonly relationships?: Readonly<Record<string, Relationship>>
  readonly links?: { readonly self?: string }
}

/** One resource of an answer. A path into it is the names of attributes, outermost first. */
export class Item {
  readonly type: string
  readonly id: string
  readonly attributes: Members
  readonly relationships: Readonly<Record<string, Relationship>>
  /** Its own address; empty where it has none. */
  readonly self: string

  constructor({ type, id, attributes = {}, relationships = {}, links }: RawItem) {
    this.type = type
    this.id = id
    this.attributes = attributes
    this.relationships = relationships
    this.self = links?.self ?? ''
  }

  /** What is there, or undefined. */
  at(...path: readonly string[]): unknown {
    let value: unknown = this.attributes
    for (const name of path) value = isMembers(value) ? value[name] : undefined
    return value
  }

  text(...path: readonly string[]): string {
    const value = this.at(...path)
    return typeof value === 'string' ? value : this.#isNo('text', path)
  }

  number(...path: readonly string[]): number {
    const value = this.at(...path)
    return typeof value === 'number' ? value : this.#isNo('number', path)
  }

  object(...path: readonly string[]): Members {
    const value = this.at(...path)
    return isMembers(value) ? value : this.#isNo('object', path)
  }

  texts(...path: readonly string[]): readonly string[] {
    const value = this.at(...path)
    const areTexts = Array.isArray(value) && value.every((one) => typeof one === 'string')
    return areTexts ? value : this.#isNo('list of texts', path)
  }

  /** The ids at the other end of a relationship: none, one, or many. */
  linked(name: string): readonly string[] {
    return this.links(name).map(({ id }) => id)
  }

  links(name: string): readonly Link[] {
    const data = this.relationships[name]?.data
    if (data === undefined) return this.#isNo('relationship', [name])
    return data === null ? [] : [data].flat()
  }

  /** How many are at the other end of a relationship, by its `meta`. */
  linkedCount(name: string): number {
    return this.relationships[name]?.meta?.count ?? this.#isNo('counted relationship', [name])
  }

  #isNo(what: string, path: readonly string[]): never {
    throw new Error(`${path.join('.')} is no ${what} in ${JSON.stringify(this)}`)
  }
}

export class Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Empty if the response is not a JSON document. */
  readonly document: Document

  constructor(status: number, headers: Headers, text: string) {
    this.status = status
    this.headers = headers
    this.text = text
    this.document = text.startsWith('{') ? (JSON.parse(text) as Document) : {}
  }

  /** The one resource of the answer, or the first of its list. */
  get item(): Item {
    const { data } = this.document
    const first = [data ?? []].flat()[0]
    return first ? new Item(first) : this.#hasNo('resource')
  }

  get items(): readonly Item[] {
    const { data } = this.document
    return Array.isArray(data) ? data.map((one) => new Item(one)) : this.#hasNo('list')
  }

  get included(): readonly Item[] {
    return (this.document.included ?? []).map((one) => new Item(one))
  }

  get ids(): readonly string[] {
    return this.items.map(({ id }) => id)
  }

  /** Of all pages. */
  get count(): number {
    return this.document.meta?.pagination?.count ?? this.#hasNo('pagination')
  }

  /** The address of the next page, or null on the last. */
  get next(): string | null {
    const next = this.document.links?.next
    return next === undefined ? this.#hasNo('link to a next page') : next
  }

  /** The first fault. */
  get fault(): Fault {
    return this.faults[0] ?? this.#hasNo('error')
  }

  get faults(): readonly Fault[] {
    return this.document.errors ?? this.#hasNo('errors')
  }

  #hasNo(what: string): never {
    throw new Error(`An answer without a ${what}: ${this.status} ${this.text}`)
  }
}
