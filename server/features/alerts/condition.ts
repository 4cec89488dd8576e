/** Conditions of alert rules: how they are read and evaluated. No I/O. */
import {
  type AnyField,
  below,
  failed,
  type Fault,
  type Field,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  uuid,
  type Value,
} from '@plumbline/jsonapi'
import { severity } from '../versions/index.ts'
import { providerType } from '../providers/index.ts'

/** How deep a condition is nested, how many questions it has, and how many values a filter names. */
export const limits = { depth: 5, leaves: 20, values: 100 } as const

const someOf = <F extends AnyField>(field: F) =>
  optional(list(field, { min: 1, max: limits.values }))
const words = someOf(text({ min: 1, max: 1_000 }))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an object whose members may have other names. A fault names the member as it was sent. */
function renamed(
  value: Readonly<Record<string, unknown>>,
  fault: Fault,
  names: Readonly<Record<string, string>>,
): { readonly value: Readonly<Record<string, unknown>>; readonly fault: Fault } {
  const sent = new Map<string, string>()
  for (const [other, own] of Object.entries(names))
    if (Object.hasOwn(value, other) && !Object.hasOwn(value, own) && !sent.has(own))
      sent.set(own, other)
  if (sent.size === 0) return { value, fault }
  const others = new Set(sent.values())
  const kept = Object.entries(value).filter(([name]) => !others.has(name))
  const moved = [...sent].map(([own, other]) => [own, value[other]] as const)
  return {
    value: Object.fromEntries([...kept, ...moved]),
    fault(detail, code, at = '') {
      const [, first = '', ...rest] = at.split('/')
      const name = sent.get(first)
      return fault(detail, code, name === undefined ? at : ['', name, ...rest].join('/'))
    },
  }
}

/** Names that members of a condition have in other clients. */
const otherMembers = { children: 'conditions', child: 'condition', value: 'count' }
/** The same for the members of a filter. */
export const otherFilters = {
  categories: 'category',
  resource_regions: 'region',
  resource_services: 'service',
  resource_types: 'resource_type',
  finding_group_id: 'check_id',
} as const

const accounts = { provider_id: someOf(uuid), provider_type: someOf(providerType) }
/** Which findings are meant: those that have one of the values of each. */
const filterFields = object({
  ...accounts,
  severity: someOf(severity),
  check_id: words,
  service: words,
  region: words,
  category: words,
  resource_type: words,
  resource_uid: words,
})
export const findingFilter: typeof filterFields = {
  ...filterFields,
  read(value, fault) {
    if (!isObject(value)) return filterFields.read(value, fault)
    const own = renamed(value, fault, otherFilters)
    return filterFields.read(own.value, own.fault)
  },
}
const accountFilter = object(accounts)

const count = integer({ min: 0, max: 1_000_000_000 })
const filter = optional(findingFilter)

/** Conditions on findings, by default those that fail and are not muted. */
const leafFields = {
  count_gte: object({ op: oneOf('count_gte'), count, filter }),
  count_lte: object({ op: oneOf('count_lte'), count, filter }),
  any: object({ op: oneOf('any'), filter }),
  none: object({ op: oneOf('none'), filter }),
  /** Found for the first time by a scan since the last message. */
  new: object({ op: oneOf('new'), filter }),
  /** Passed before, and fails by a scan since the last message. */
  reopened: object({ op: oneOf('reopened'), filter }),
  /** Passes or is muted by a decision that ends within so many days. */
  expiring: object({ op: oneOf('expiring'), days: integer({ min: 1, max: 90 }), filter }),
  /** Accounts whose last test of the connection failed; after a scan its own account alone. */
  connection_lost: object({ op: oneOf('connection_lost'), filter: optional(accountFilter) }),
} as const
type LeafFields = typeof leafFields
export type Leaf = { [K in keyof LeafFields]: Value<LeafFields[K]> }[keyof LeafFields]
export type Condition =
  | Leaf
  | { readonly op: 'and'; readonly conditions: readonly Condition[] }
  | { readonly op: 'or'; readonly conditions: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }

const leafNames = Object.keys(leafFields) as (keyof LeafFields)[]
const op = oneOf('and', 'or', 'not', ...leafNames)

/** The branches as they are sent; their contents are read one by one. */
const anything: Field<unknown, never> = { schema: {}, read: (value) => value }
const several = object({
  op: oneOf('and', 'or'),
  conditions: list(anything, { min: 1, max: limits.leaves }),
})
const negated = object({ op: oneOf('not'), condition: anything })

const nested: Schema = { type: 'object', properties: { op: op.schema }, required: ['op'] }
const schema: Schema = {
  description:
    `A condition tree of at most ${limits.depth} levels and ${limits.leaves} criteria: ` +
    '`{"op": "and", "conditions": […]}`, `or`, `{"op": "not", "condition": …}`, and criteria such as ' +
    '`{"op": "count_gte", "count": 5, "filter": {"severity": ["critical"]}}`. ' +
    'Requests may name `conditions` also `children`, `condition` also `child`, and `count` also `value`; filters may ' +
    `name ${Object.entries(otherFilters)
      .map(([other, own]) => `\`${own}\` also \`${other}\``)
      .join(', ')}. Responses do not.`,
  anyOf: [
    ...Object.values(leafFields).map((leaf) => leaf.schema),
    {
      type: 'object',
      properties: {
        op: oneOf('and', 'or').schema,
        conditions: { type: 'array', minItems: 1, maxItems: limits.leaves, items: nested },
      },
      required: ['op', 'conditions'],
    },
    {
      type: 'object',
      properties: { op: oneOf('not').schema, condition: nested },
      required: ['op', 'condition'],
    },
  ],
}

function read(
  sent: unknown,
  sentFault: Fault,
  { depth, seen }: { depth: number; seen: { leaves: number } },
): Condition | typeof failed {
  if (!isObject(sent)) return sentFault('Must be an object.', 'invalid_type')
  const { value, fault } = renamed(sent, sentFault, otherMembers)
  if (depth > limits.depth)
    return fault(`Must not be nested deeper than ${limits.depth} levels.`, 'too_deep')
  if (!Object.hasOwn(value, 'op')) return fault('This field is required.', 'required', '/op')
  const name = op.read(value['op'], below(fault, '/op'))
  if (name === failed) return failed
  const inner = { depth: depth + 1, seen }
  if (name === 'not') {
    const found = negated.read(value, fault)
    if (found === failed) return failed
    const condition = read(found.condition, below(fault, '/condition'), inner)
    return condition === failed ? failed : { op: name, condition }
  }
  if (name === 'and' || name === 'or') {
    const found = several.read(value, fault)
    if (found === failed) return failed
    const conditions = found.conditions.map((one, at) =>
      read(one, below(fault, `/conditions/${at}`), inner),
    )
    return conditions.includes(failed)
      ? failed
      : { op: name, conditions: conditions as readonly Condition[] }
  }
  seen.leaves += 1
  if (seen.leaves > limits.leaves)
    return fault(`A condition must have at most ${limits.leaves} criteria.`, 'too_many')
  const leaf: Field<Leaf, never> = leafFields[name]
  return leaf.read(value, fault)
}

export const condition: Field<Condition, never> = {
  schema,
  read: (value, fault) => read(value, fault, { depth: 1, seen: { leaves: 0 } }),
}

export interface PlacedLeaf {
  readonly leaf: Leaf
  /** JSON pointer below the condition. */
  readonly at: string
  /** What it finds is a reason for the message: it is below no `not`. */
  readonly isReason: boolean
}

export function leavesOf(whole: Condition, at = '', isReason = true): readonly PlacedLeaf[] {
  if (whole.op === 'not') return leavesOf(whole.condition, `${at}/condition`, false)
  if (whole.op === 'and' || whole.op === 'or')
    return whole.conditions.flatMap((one, index) =>
      leavesOf(one, `${at}/conditions/${index}`, isReason),
    )
  return [{ leaf: whole, at, isReason }]
}

/** Whether a question is answered by yes, when so many findings or accounts match. */
export function leafHolds(leaf: Leaf, found: number): boolean {
  if (leaf.op === 'count_gte') return found >= leaf.count
  if (leaf.op === 'count_lte') return found <= leaf.count
  return leaf.op === 'none' ? found === 0 : found > 0
}

export function holds(whole: Condition, leafTrue: (leaf: Leaf) => boolean): boolean {
  if (whole.op === 'not') return !holds(whole.condition, leafTrue)
  if (whole.op === 'and') return whole.conditions.every((one) => holds(one, leafTrue))
  if (whole.op === 'or') return whole.conditions.some((one) => holds(one, leafTrue))
  return leafTrue(whole)
}

/** The accounts that a condition names, and where it names each. */
export const namedProviders = (whole: Condition): readonly { id: string; at: string }[] =>
  leavesOf(whole).flatMap(({ leaf, at }) =>
    (leaf.filter?.provider_id ?? []).map((id, index) => ({
      id,
      at: `${at}/filter/provider_id/${index}`,
    })),
  )
