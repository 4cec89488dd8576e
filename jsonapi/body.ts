import {
  type Attributes,
  type Fault,
  failed,
  isObject,
  readFields,
  type Values,
} from './fields/index.ts'
import { below, collect, onlyMembers, readRelationship } from './linkage.ts'
import { conflict, echo, invalid, type Problem, raise, step } from './problem.ts'
import type { AnyRelationship, ToMany, ToOne } from './relationships.ts'
import type { NoFields } from './resource.ts'

/** A relationship in a draft, or one that may be absent. */
export type DraftRelationships = Readonly<Record<string, AnyRelationship>>

/** What a client may write of a type: one draft per operation. */
export interface Draft<
  T extends string = string,
  A extends Attributes = Attributes,
  R extends DraftRelationships = DraftRelationships,
> {
  readonly type: T
  /** Types that a body may name as well: those of the row that it becomes. */
  readonly also?: readonly string[]
  readonly attributes: A
  readonly relationships: R
  /**
   * How the body names the row in `id`. It must, may (`optional` and `checked`) or must not be present, and must equal the
   * id in the path. If the path has no id, only a `checked` id is read, and the handler compares it.
   */
  readonly id: 'required' | 'optional' | 'checked' | 'none'
}

type DraftLink<L> =
  L extends ToOne<string, infer N>
    ? true extends N
      ? string | null
      : string
    : L extends ToMany
      ? readonly string[]
      : never
type DraftLinks<R extends DraftRelationships> = {
  [K in keyof R as R[K] extends { readonly optional: true } ? never : K]: DraftLink<R[K]>
} & { [K in keyof R as R[K] extends { readonly optional: true } ? K : never]?: DraftLink<R[K]> }
type Flat<T> = { [K in keyof T]: T[K] }

/** What `parseBody` returns: attributes by their names, relationships as ids. */
export type Drafted<D extends Draft> = Flat<
  Values<D['attributes'], 'readOnly'> &
    DraftLinks<D['relationships']> &
    (D extends { readonly id: 'checked' } ? { readonly id?: string } : unknown)
>

export const draft = <
  const T extends string,
  A extends Attributes = NoFields,
  R extends DraftRelationships = NoFields,
>(
  type: T,
  definition: {
    readonly attributes?: A
    readonly relationships?: R
    readonly id?: Draft['id']
    readonly also?: readonly string[]
  },
): Draft<T, A, R> => {
  const { attributes = {} as A, relationships = {} as R, id = 'none', also } = definition
  for (const name of Object.keys(relationships)) {
    if (Object.hasOwn(attributes, name)) throw new TypeError(`${type}: ${name} is named twice.`)
  }
  return { type, ...(also && { also }), attributes, relationships, id }
}

/**
 * Reads a JSON:API body, already parsed, into one flat object. `id` is the row the path names. Throws every problem at
 * once, each with a pointer: an undeclared member, a missing required one, a wrong value (400), the `id` of another row
 * (400), another `type` (409).
 */
export function parseBody<D extends Draft>(
  draft: D,
  body: unknown,
  options: { readonly id?: string } = {},
): Drafted<D> {
  const problems: Problem[] = []
  const fault = collect(problems)
  const data = isObject(body) ? body.data : undefined
  if (!isObject(body) || !isObject(data)) {
    throw invalid('/data', 'The body must have a "data" object.', 'required')
  }
  // Meant for another type: whatever else is wrong with it follows from that.
  const { type } = data
  const isMeant =
    type === undefined || type === draft.type || draft.also?.some((one) => one === type)
  if (!isMeant) throw wrongType(draft, type)
  onlyMembers(body, ['data'], fault)
  const inData = below(fault, '/data')
  onlyMembers(data, ['type', 'id', 'attributes', 'relationships'], inData)
  checkId(draft, data.id, options.id, inData)
  const attributes = member(data, 'attributes', inData)
  const relationships = member(data, 'relationships', inData)
  const values =
    attributes && readFields(draft.attributes, attributes, below(inData, '/attributes'))
  const links =
    relationships && readLinks(draft.relationships, relationships, below(inData, '/relationships'))
  raise(problems)
  const named = draft.id === 'checked' && data.id !== undefined && { id: data.id }
  return { ...(values === failed ? {} : values), ...links, ...named } as Drafted<D>
}

function checkId(draft: Draft, sent: unknown, id: string | undefined, fault: Fault): void {
  if (sent === undefined) {
    if (draft.id === 'required') fault('This field is required.', 'required', '/id')
  } else if (id === undefined && (draft.id === 'none' || draft.id === 'optional')) {
    fault('The server chooses the id.', 'unknown', '/id')
  } else if (typeof sent !== 'string') {
    fault('Must be a string.', 'invalid_type', '/id')
  } else if (id !== undefined && sent.toLowerCase() !== id.toLowerCase()) {
    fault('This is not the id of the resource in the path.', 'invalid', '/id')
  }
}

/** `attributes` or `relationships`; one that is absent counts as empty, so that members are missed. */
function member(
  data: Readonly<Record<string, unknown>>,
  name: string,
  fault: Fault,
): Readonly<Record<string, unknown>> | undefined {
  const value = data[name]
  if (value === undefined) return {}
  if (isObject(value)) return value
  fault('Must be an object.', 'invalid_type', `/${name}`)
  return undefined
}

const wrongType = (draft: Draft, type: unknown): Problem =>
  typeof type === 'string'
    ? conflict('/data/type', `The type must be "${draft.type}", not "${echo(type)}".`, 'wrong_type')
    : invalid('/data/type', 'Must be a string.', 'invalid_type')

function readLinks(
  links: DraftRelationships,
  value: Readonly<Record<string, unknown>>,
  fault: Fault,
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(links, name)) continue
    fault(`There is no field "${echo(name)}" here.`, 'unknown', step(name))
  }
  for (const [name, link] of Object.entries(links)) {
    const at = below(fault, step(name))
    if (!Object.hasOwn(value, name)) {
      if (!link.optional) at('This field is required.', 'required')
      continue
    }
    const read = readRelationship(link, value[name], at)
    if (read !== failed) result[name] = read
  }
  return result
}
