/** How much of the contract of other products our API speaks, by tag and name by name. */
import { type ExpectedOperation, type Shape, spelled, type Surface } from './contract-surface.ts'

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
  expected: number
}
export const kinds = ['operations', 'filters', 'include', 'sort', 'fields', 'attributes'] as const
export type Kind = (typeof kinds)[number]

/** One name that only one side knows: missing is theirs, extra is ours. */
export interface Difference {
  readonly tag: string
  readonly which: 'missing' | 'extra'
  /** `GET /scans`. */
  readonly place: string
  readonly kind: Kind
  /** Absent where the whole operation is meant. */
  readonly name?: string
}
export interface Coverage {
  readonly byTag: ReadonlyMap<string, Readonly<Record<Kind, Tally>>>
  readonly differences: readonly Difference[]
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

/** The schema of a document's `data`, list or not. */
function dataOf(document: Node, schema: Node | undefined): Node | undefined {
  const data = resolved(document, member(resolved(document, schema), 'properties', 'data'))
  return resolved(document, member(data, 'items') ?? data)
}

const membersOf = (document: Node, schema: Node | undefined): string[] => {
  const object = dataOf(document, schema)
  return ['attributes', 'relationships'].flatMap((part) =>
    keys(member(resolved(document, member(object, 'properties', part)), 'properties')),
  )
}

const jsonApi = 'application/vnd.api+json'

/** The names an operation knows, by kind. What a body takes and what an answer shows are separate. */
type Names = Readonly<Record<Exclude<Kind, 'operations'>, ReadonlySet<string>>>

/** An operation of the OpenAPI document, as the names it knows. */
function known(document: Node, operation: Node | undefined): Names {
  const parameters = (member(operation, 'parameters') ?? []) as readonly Node[]
  const named = (name: string): Node | undefined =>
    parameters.find((parameter) => member(parameter, 'name') === name)
  const values = (name: string): string[] =>
    (member(named(name), 'schema', 'items', 'enum') ?? []) as unknown as string[]
  const names = parameters.map((parameter) => String(member(parameter, 'name')))
  const answers = ['200', '201', '202'].flatMap((status) =>
    membersOf(document, member(operation, 'responses', status, 'content', jsonApi, 'schema')),
  )
  const body = member(operation, 'requestBody', 'content', jsonApi, 'schema')
  const linked = member(dataOf(document, body), 'properties', 'type', 'const')
  const isLinkage = member(resolved(document, body), 'properties', 'data', 'items') !== undefined
  return {
    filters: new Set(names.flatMap((name) => /^filter\[(.+)\]$/.exec(name)?.[1] ?? [])),
    include: new Set(values('include')),
    sort: new Set(values('sort').map((key) => key.replace(/^-/, ''))),
    fields: new Set(
      names.flatMap((name) => {
        const type = /^fields\[(.+)\]$/.exec(name)?.[1]
        // The id is always shown, and `fields` may name it.
        return type
          ? values(name).flatMap((field) => (field === 'id' ? [] : [`${type}.${field}`]))
          : []
      }),
    ),
    attributes: new Set([
      ...answers.map((name) => `shows ${name}`),
      ...membersOf(document, body).map((name) => `takes ${name}`),
      ...(isLinkage && typeof linked === 'string' ? [`links ${linked}`] : []),
    ]),
  }
}

const noFields = { attributes: [], relationships: [] }

/** The names the other side knows of an operation. */
function expectedOf(
  { filters, include, sort, fields = {}, takes, shows, links }: ExpectedOperation,
  shapes: Readonly<Record<string, Shape>>,
): Names {
  const namesOf = (verb: string, name: string | null | undefined, hidden: 'read' | 'write') => {
    const shape: Omit<Shape, 'type'> = (name && shapes[name]) || noFields
    const hiddenNames = new Set(hidden === 'read' ? shape.read_only : shape.write_only)
    const names = [...shape.attributes, ...shape.relationships]
    return names.filter((one) => !hiddenNames.has(one)).map((one) => `${verb} ${one}`)
  }
  return {
    filters: new Set(filters),
    include: new Set(include),
    sort: new Set(sort),
    fields: new Set(
      Object.entries(fields).flatMap(([type, names]) =>
        names.flatMap((name) => (name === 'id' ? [] : [`${type}.${name}`])),
      ),
    ),
    attributes: new Set([
      ...namesOf('shows', shows, 'write'),
      ...namesOf('takes', takes, 'read'),
      ...(links === undefined ? [] : [`links ${links}`]),
    ]),
  }
}

interface Place {
  readonly place: string
  readonly tag: string
  readonly operation: Node
}

/** Our operations by method and path, whose paths are below `/api/v1`. */
function placesOf(document: Node): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const path of keys(member(document, 'paths'))) {
    for (const method of keys(member(document, 'paths', path))) {
      const operation = member(document, 'paths', path, method)
      if (!operation) continue
      const place = `${method.toUpperCase()} ${path}`
      const tag = String(member(operation, 'tags', '0'))
      places.set(spelled(place), { place, tag, operation })
    }
  }
  return places
}

/** Compares our OpenAPI document with the facts. */
export function coverage(ours: Node, { operations, shapes }: Surface): Coverage {
  const places = placesOf(ours)
  const byTag = new Map<string, Record<Kind, Tally>>()
  const differences: Difference[] = []
  for (const expected of operations) {
    const { tag } = expected
    const tally = byTag.get(tag) ?? emptyTally()
    byTag.set(tag, tally)
    const place = `${expected.method} ${expected.path}`
    const there = places.get(spelled(place))
    tally.operations.expected += 1
    tally.operations.have += there ? 1 : 0
    if (!there) differences.push({ tag, which: 'missing', place, kind: 'operations' })
    const have = known(ours, there?.operation)
    const expectedNames = expectedOf(expected, shapes)
    for (const kind of kinds) {
      if (kind === 'operations') continue
      tally[kind].expected += expectedNames[kind].size
      tally[kind].have += expectedNames[kind].intersection(have[kind]).size
      if (!there) continue
      for (const name of expectedNames[kind].difference(have[kind]))
        differences.push({ tag, which: 'missing', place, kind, name })
      for (const name of have[kind].difference(expectedNames[kind]))
        differences.push({ tag, which: 'extra', place, kind, name })
    }
  }
  const expectedNames = new Set(operations.map(({ method, path }) => spelled(`${method} ${path}`)))
  for (const [spelling, { place, tag }] of places) {
    if (!expectedNames.has(spelling))
      differences.push({ tag, which: 'extra', place, kind: 'operations' })
  }
  return { byTag, differences }
}

const emptyTally = (): Record<Kind, Tally> => ({
  operations: { have: 0, expected: 0 },
  filters: { have: 0, expected: 0 },
  include: { have: 0, expected: 0 },
  sort: { have: 0, expected: 0 },
  fields: { have: 0, expected: 0 },
  attributes: { have: 0, expected: 0 },
})
