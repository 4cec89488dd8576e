/**
 * Permissions of rules as the RBAC authorizer evaluates them: `*` is every verb, group, or resource with all its
 * subresources; a star before a slash is the subresource of every resource; a star after a slash has no meaning.
 */
import type { Rule } from './resources.ts'

export interface Target {
  /** Empty: the core group. */
  readonly group: string
  /** With its subresource: `nodes/proxy`. */
  readonly resource: string
}

/**
 * The object names that a request may have: all, or these. The empty name stands for a request without an object name.
 */
export type Names = 'every' | ReadonlySet<string>

const has = (texts: readonly string[], text: string): boolean =>
  texts.includes('*') || texts.includes(text)

function covers(resources: readonly string[], resource: string): boolean {
  const [, subresource] = resource.split('/')
  return (
    has(resources, resource) ||
    (subresource !== undefined && resources.includes(`*/${subresource}`))
  )
}

/** The names of requests that rules allow. */
export function namesFor(rules: readonly Rule[], verb: string, { group, resource }: Target): Names {
  const names = new Set<string>()
  for (const rule of rules) {
    if (!has(rule.verbs, verb) || !has(rule.groups, group) || !covers(rule.resources, resource))
      continue
    if (rule.names.length === 0) return 'every'
    for (const name of rule.names) names.add(name)
  }
  return names
}

/**
 * The objects for which requests with a name are allowed: to get, update, patch or delete an object, or to access a
 * subresource of it.
 */
export function objectsFor(rules: readonly Rule[], verb: string, target: Target): Names {
  const names = namesFor(rules, verb, target)
  return names === 'every' ? names : new Set([...names].filter((name) => name !== ''))
}

export const isAny = (names: Names): boolean => names === 'every' || names.size > 0

/** True if requests without an object name are allowed: to list all, to watch all, to delete the collection. */
export function isAllowedOnAll(rules: readonly Rule[], verb: string, target: Target): boolean {
  const names = namesFor(rules, verb, target)
  return names === 'every' || names.has('')
}

/**
 * True if an object can be created. A create request has no object name, so a rule with names does not allow it; but
 * server-side apply creates by name, for users who can also patch that name.
 */
export function mayCreate(rules: readonly Rule[], target: Target): boolean {
  const creates = namesFor(rules, 'create', target)
  if (creates === 'every' || creates.has('')) return true
  const patches = objectsFor(rules, 'patch', target)
  return [...creates].some((name) => patches === 'every' || patches.has(name))
}

/** Computes the result once for each role, because many bindings may refer to a role with many rules. */
export function oncePerRole<T>(of: (rules: readonly Rule[]) => T): (rules: readonly Rule[]) => T {
  const known = new WeakMap<readonly Rule[], { readonly answer: T }>()
  return (rules) => {
    const { answer } = known.get(rules) ?? { answer: of(rules) }
    known.set(rules, { answer })
    return answer
  }
}
