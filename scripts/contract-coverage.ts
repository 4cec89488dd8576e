/** How much of the contract of other products our API speaks, by tag. */

/** The facts kept in contract/peers/surface.json. */
export interface Surface {
  readonly source: { readonly title: string; readonly version: string }
  readonly operations: readonly WantedOperation[]
  readonly shapes: Readonly<Record<string, Shape>>
}
export interface WantedOperation {
  readonly method: string
  /** Below `/api/v1`, with `{id}`. */
  readonly path: string
  readonly tag: string
  readonly deprecated?: boolean
  readonly filters?: readonly string[]
  readonly sort?: readonly string[]
  readonly include?: readonly string[]
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** Names in `shapes`. */
  readonly takes?: string
  readonly shows?: string
}
interface Shape {
  readonly type: string
  readonly attributes: readonly string[]
  readonly relationships: readonly string[]
}

/** JSON, as far as we look into it. */
export type Node =
  | { readonly [name: string]: Node }
  | readonly Node[]
  | string
  | number
  | boolean
  | null

export interface Tally {
  have: number
  want: number
}
export const kinds = ['operations', 'filters', 'include', 'sort', 'fields', 'attributes'] as const
export type Kind = (typeof kinds)[number]
export interface Coverage {
  readonly byTag: ReadonlyMap<string, Readonly<Record<Kind, Tally>>>
  /** What we do not have of operations that we do have: `GET /scans: filter state__in`. */
  readonly gaps: readonly string[]
}

const member = (node: Node | undefined, ...names: readonly string[]): Node | undefined =>
  names.reduce<Node | undefined>(
    (at, name) =>
      at !== null && typeof at === 'object' && name in at
        ? (at as { readonly [name: string]: Node })[name]
        : undefined,
    node,
  )

const keys = (node: Node | undefined): string[] =>
  node !== null && typeof node === 'object' ? Object.keys(node) : []

/** A schema with its references followed. */
function resolved(document: Node, schema: Node | undefined): Node | undefined {
  const reference = member(schema, '$ref')
  if (typeof reference !== 'string') return schema
  return resolved(document, member(document, ...reference.slice(2).split('/')))
}

/** The attributes and relationships inside the `data` of a document's schema, list or not. */
function membersOf(document: Node, schema: Node | undefined): Set<string> {
  const data = resolved(document, member(resolved(document, schema), 'properties', 'data'))
  const object = resolved(document, member(data, 'items') ?? data)
  return new Set(
    ['attributes', 'relationships'].flatMap((part) =>
      keys(member(resolved(document, member(object, 'properties', part)), 'properties')),
    ),
  )
}

const jsonApi = 'application/vnd.api+json'
const spelled = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/** An operation of the OpenAPI document, as sets of the names it knows. */
function known(document: Node, operation: Node): Readonly<Record<string, ReadonlySet<string>>> {
  const parameters = (member(operation, 'parameters') ?? []) as readonly Node[]
  const named = (name: string): Node | undefined =>
    parameters.find((parameter) => member(parameter, 'name') === name)
  const values = (name: string): string[] =>
    (member(named(name), 'schema', 'items', 'enum') ?? []) as unknown as string[]
  const names = parameters.map((parameter) => String(member(parameter, 'name')))
  const answers = ['200', '201', '202'].map((status) =>
    membersOf(document, member(operation, 'responses', status, 'content', jsonApi, 'schema')),
  )
  return {
    filters: new Set(names.flatMap((name) => /^filter\[(.+)\]$/.exec(name)?.[1] ?? [])),
    include: new Set(values('include')),
    sort: new Set(values('sort').map((key) => key.replace(/^-/, ''))),
    fields: new Set(
      names.flatMap((name) => {
        const type = /^fields\[(.+)\]$/.exec(name)?.[1]
        return type ? values(name).map((field) => `${type}.${field}`) : []
      }),
    ),
    shows: new Set(answers.flatMap((names) => Array.from(names))),
    takes: membersOf(document, member(operation, 'requestBody', 'content', jsonApi, 'schema')),
  }
}

const nothing: Readonly<Record<string, ReadonlySet<string>>> = {}

/** Compares our OpenAPI document with the facts. `ours` has the paths below `/api/v1`. */
export function coverage(ours: Node, wanted: Surface): Coverage {
  const operations = new Map<string, Node>()
  for (const path of keys(member(ours, 'paths'))) {
    for (const method of keys(member(ours, 'paths', path))) {
      const operation = member(ours, 'paths', path, method)
      const below = path.replace(/^\/api\/v1/, '')
      if (operation) operations.set(`${method.toUpperCase()} ${spelled(below)}`, operation)
    }
  }
  const byTag = new Map<string, Record<Kind, Tally>>()
  const gaps: string[] = []
  for (const want of wanted.operations) {
    const tally = byTag.get(want.tag) ?? emptyTally()
    byTag.set(want.tag, tally)
    const place = `${want.method} ${want.path}`
    const operation = operations.get(`${want.method} ${spelled(want.path)}`)
    tally.operations.want += 1
    tally.operations.have += operation ? 1 : 0
    const have = operation ? known(ours, operation) : nothing
    const compare = (kind: Kind, names: readonly string[], there = have[kind]): void => {
      tally[kind].want += names.length
      tally[kind].have += names.filter((name) => there?.has(name)).length
      if (!operation) return
      gaps.push(...names.filter((name) => !there?.has(name)).map((n) => `${place}: ${kind} ${n}`))
    }
    compare('filters', want.filters ?? [])
    compare('include', want.include ?? [])
    compare('sort', want.sort ?? [])
    const fieldsets = Object.entries(want.fields ?? {})
    compare(
      'fields',
      fieldsets.flatMap(([type, names]) => names.map((name) => `${type}.${name}`)),
    )
    compare('attributes', namesOf(wanted, want.takes), have['takes'])
    compare('attributes', namesOf(wanted, want.shows), have['shows'])
  }
  return { byTag, gaps }
}

function namesOf({ shapes }: Surface, name: string | undefined): readonly string[] {
  const shape = name === undefined ? undefined : shapes[name]
  return shape ? [...shape.attributes, ...shape.relationships] : []
}

const emptyTally = (): Record<Kind, Tally> => ({
  operations: { have: 0, want: 0 },
  filters: { have: 0, want: 0 },
  include: { have: 0, want: 0 },
  sort: { have: 0, want: 0 },
  fields: { have: 0, want: 0 },
  attributes: { have: 0, want: 0 },
})
