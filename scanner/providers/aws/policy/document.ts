// Policy documents as statements, whatever they are attached to.

import { only, type Scope } from './patterns.ts'

export interface Statement {
  readonly sid: string
  readonly effect: 'Allow' | 'Deny'
  /** Account ids, ARNs, service names prefixed with `service:`, or `*`; empty if the statement names none. */
  readonly principals: readonly string[]
  readonly notPrincipals: readonly string[]
  /** In lower case, because names of actions are case-insensitive. */
  readonly actions: Scope
  /** Everything if the statement names none: then it applies to the policy's own resource. */
  readonly resources: Scope
  readonly conditions: readonly Condition[]
}

export interface Condition {
  /** In lower case: `stringequals`. */
  readonly operator: string
  /** In lower case: `aws:sourcevpce`. */
  readonly key: string
  readonly values: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a member's strings; undefined if the statement does not have it. Throws if it is empty, because its meaning
 * is undefined.
 */
function texts(item: Json, member: string): readonly string[] | undefined {
  const value = item[member]
  if (value === undefined) return undefined
  const list = (Array.isArray(value) ? value : [value]).map(String)
  if (list.length === 0) throw new SyntaxError(`${member} is empty`)
  return list
}

/** `{ AWS: …, Service: … }` or `"*"`; canonical users and federated identities keep a prefix of their kind. */
function principals(item: Json, member: string): readonly string[] {
  const value = item[member]
  if (!isObject(value)) return texts(item, member) ?? []
  return Object.keys(value).flatMap((kind) =>
    (texts(value, kind) ?? []).map((name) =>
      kind === 'AWS' ? name : `${kind.toLowerCase()}:${name}`,
    ),
  )
}

function scope(item: Json, member: string, normal: Scope): Scope {
  const but = texts(item, `Not${member}`)
  if (but) return { patterns: but, but: true }
  const patterns = texts(item, member)
  return patterns ? only(...patterns) : normal
}

const folded = ({ patterns, but }: Scope): Scope => ({
  patterns: patterns.map((it) => it.toLowerCase()),
  but,
})

const members = (value: unknown): [string, unknown][] => {
  if (value === undefined) return []
  if (!isObject(value)) throw new SyntaxError('a Condition is not an object')
  return Object.entries(value)
}

const conditions = (value: unknown): Condition[] =>
  members(value).flatMap(([operator, keys]) =>
    members(keys).map(([key, values]) => ({
      operator: operator.toLowerCase(),
      key: key.toLowerCase(),
      values: (Array.isArray(values) ? values : [values]).map(String),
    })),
  )

function statement(item: unknown): Statement {
  if (!isObject(item)) throw new SyntaxError('a Statement is not an object')
  const { Sid, Effect } = item
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new SyntaxError('a Statement has no Effect')
  return {
    sid: typeof Sid === 'string' ? Sid : '',
    effect: Effect,
    principals: principals(item, 'Principal'),
    notPrincipals: principals(item, 'NotPrincipal'),
    actions: folded(scope(item, 'Action', only())),
    resources: scope(item, 'Resource', only('*')),
    conditions: conditions(item.Condition),
  }
}

/**
 * Parses a policy document. Throws a SyntaxError if the text is not JSON or not a policy: an invalid policy must not
 * look like an empty one.
 */
export function parsePolicy(text: string): readonly Statement[] {
  const document: unknown = JSON.parse(text)
  if (!isObject(document) || document.Statement === undefined) {
    throw new SyntaxError('the document has no Statement')
  }
  return (Array.isArray(document.Statement) ? document.Statement : [document.Statement]).map(
    statement,
  )
}

/** The name of a statement in sentences. */
export function named({ sid, conditions, principals }: Statement): string {
  const services = principals.map((it) => /^service:(.*)/.exec(it)?.[1])
  const through =
    services.length > 0 && services.every(Boolean) ? ` through ${services.join(' and ')}` : ''
  const under = conditions.length > 0 ? ' with conditions' : ''
  return `${sid ? `statement ${sid}` : 'a statement'}${through}${under}`
}

/** Excludes braces inside, because many unclosed braces would take quadratic time. */
const variable = /\$\{[^{}]*\}/g

/**
 * Replaces variables in resources, which callers control: the result allows at least as much, and denies at most as
 * much.
 */
export function withoutVariables(statement: Statement): Statement {
  const { patterns, but } = statement.resources
  const widened = (statement.effect === 'Allow') !== but
  const resources = {
    but,
    patterns: widened
      ? patterns.map((it) => it.replace(variable, '*'))
      : patterns.filter((it) => it.search(variable) === -1),
  }
  return { ...statement, resources }
}
