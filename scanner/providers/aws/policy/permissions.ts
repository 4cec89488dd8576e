// Permissions of identity policies. Each document is evaluated separately, without boundaries and other policies.
import { fixes } from './conditions.ts'
import { named, type Statement, withoutVariables } from './document.ts'
import { holds, includes, meet, only, pieces, type Scope } from './patterns.ts'

/** An incomplete ARN includes everything that could follow: `arn:aws:sqs` is `arn:aws:sqs:*:*:*`. */
const completed = (pattern: string): string => {
  const fields = pattern.split(':')
  return fields[0] === 'arn'
    ? [...fields, ...Array<string>(6).fill('*')].slice(0, Math.max(6, fields.length)).join(':')
    : pattern
}
const resourcesOf = ({ resources: { patterns, but } }: Statement): Scope => ({
  patterns: patterns.map(completed),
  but,
})

/** A denial revokes a permission only if it is unconditional and covers all of it: a condition may be false. */
const denied = (statements: readonly Statement[], actions: Scope, resources: Scope): boolean =>
  statements.some(
    (it) =>
      it.effect === 'Deny' &&
      it.conditions.length === 0 &&
      includes(it.actions, actions) &&
      includes(resourcesOf(withoutVariables(it)), resources),
  )

/** The first statement that allows an action on a resource, both without wildcards, ignoring denials. */
const allowing = (
  statements: readonly Statement[],
  action: string,
  resource: string,
): Statement | undefined =>
  statements.find(
    (it) =>
      it.effect === 'Allow' &&
      holds(it.actions, action.toLowerCase()) &&
      holds(resourcesOf(it), resource),
  )

/**
 * The first statement that permits an action on a resource, both without wildcards, if nothing in the same document
 * always denies it. An Allow under conditions counts: they may match some caller.
 */
export const permitting = (
  statements: readonly Statement[],
  action: string,
  resource: string,
): Statement | null =>
  denied(statements, only(action.toLowerCase()), only(resource))
    ? null
    : (allowing(statements, action, resource) ?? null)

/** Like `permitting`, without statements that restrict a key to fixed values, which limits the permission. */
export const permittingAnyValue = (
  statements: readonly Statement[],
  action: string,
  resource: string,
  key: string,
): Statement | null =>
  permitting(
    statements.filter(({ effect, conditions }) => effect === 'Deny' || !fixes(conditions, key)),
    action,
    resource,
  )

/** True if a document permits an action on any resource. */
export const permitsSomewhere = (statements: readonly Statement[], action: string): boolean => {
  const name = action.toLowerCase()
  return statements.some(
    (it) =>
      it.effect === 'Allow' &&
      holds(it.actions, name) &&
      pieces(resourcesOf(it)).some((piece) => !denied(statements, only(name), piece)),
  )
}

/**
 * True if a document permits an action on users other than the caller. A pattern that ends in the caller's own name
 * covers only the caller, because user names are unique in an account, whatever their paths. `caller` is the name of
 * the user that the document is written for, if there is one.
 */
export function permitsOnOthers(
  statements: readonly Statement[],
  action: string,
  caller: string | null,
): boolean {
  const isOwn = (pattern: string): boolean => {
    const name = pattern.slice(pattern.lastIndexOf('/') + 1)
    return name === caller || name.toLowerCase() === '${aws:username}'
  }
  const withoutOwn = (it: Statement): Statement => ({
    ...it,
    resources: {
      ...it.resources,
      patterns: it.resources.patterns.filter((pattern) => !isOwn(pattern)),
    },
  })
  return permitsSomewhere(statements.map(withoutOwn), action)
}

/** The owner of the policies: wildcards are compared with this account. */
export interface Owner {
  readonly account: string
  readonly partition: string
}

export interface Service {
  readonly name: string
  /** The resource type in ARNs: `key`, `trail`; `*` for all types of the service. */
  readonly kind: string
  readonly global?: boolean
  /**
   * All actions of the service: a policy that lists each of them, or patterns for their first letters, allows every
   * action.
   */
  readonly actions?: readonly string[]
  /** The verbs that its actions begin with: a policy that allows each verb with a wildcard allows every action. */
  readonly verbs?: readonly string[]
  /** The format of resource names, if known: `????-??` may match all of them. */
  readonly names?: readonly string[]
}

/** Regions that every account has by default, by partition: a policy that lists each of them covers all of them. */
const regions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    aws: `ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1
      eu-central-1 eu-north-1 eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2`,
    'aws-cn': 'cn-north-1 cn-northwest-1',
    'aws-us-gov': 'us-gov-east-1 us-gov-west-1',
  }).map(([partition, names]) => [partition, names.split(/\s+/)]),
)

/**
 * The verbs that IAM's actions begin with, as of November 2026, without those of delegation requests, which grant no
 * permissions.
 */
const verbsOfIam =
  `Add Attach Change Create Deactivate Delete Detach Disable Enable Generate Get List Pass Put Remove Reset Resync Set
  Simulate Tag Untag Update Upload`.split(/\s+/)

/**
 * Returns the statements that allow every action of a service on all of its resources; empty if there are none. The
 * tested names cannot exist in AWS, so that only patterns for everything match them; a denial must cover everything.
 */
export function fullAccess(
  statements: readonly Statement[],
  { name, kind, global = false, actions = [], verbs = [], names = [] }: Service,
  { account, partition }: Owner,
): readonly Statement[] {
  const arn = (region: string, resource: string) =>
    `arn:${partition}:${name}:${global ? '' : region}:${account}:${resource}`
  const all = only(kind === '*' ? arn('*', '*') : arn('*', `${kind}/*`))
  const kinds = kind === '*' ? ['user', 'role', 'group', 'policy'] : [kind]
  if (denied(statements, only(`${name}:*`), all)) return []

  /** The statements that allow an action in this region, on every resource of one kind there. */
  const inRegion = (action: string, region: string): readonly Statement[] => {
    for (const one of kinds) {
      for (const shape of ['any-name', ...names]) {
        const found = allowing(statements, `${name}:${action}`, arn(region, `${one}/${shape}`))
        if (found) return [found]
      }
    }
    return []
  }
  const allowed = (action: string): readonly Statement[] => {
    const anywhere = inRegion(action, 'any-region')
    if (anywhere.length > 0 || global) return anywhere
    return together((regions[partition] ?? []).map((region) => inRegion(action, region)))
  }
  const everything = allowed('~any-action')
  if (everything.length > 0) return everything
  const byName = together(actions.map(allowed))
  return byName.length > 0 ? byName : together(verbs.map((verb) => allowed(`${verb}~any-action`)))
}

/** Statements that are sufficient only if each part has one. */
const together = (parts: readonly (readonly Statement[])[]): readonly Statement[] =>
  parts.every((part) => part.length > 0) ? [...new Set(parts.flat())] : []

/**
 * The statements that make an administrator: all actions on all resources, including IAM. Without IAM it is a power
 * user, who cannot grant permissions to others.
 */
export function administration(
  statements: readonly Statement[],
  owner: Owner,
): readonly Statement[] {
  const iam = { name: 'iam', kind: '*', global: true, verbs: verbsOfIam }
  const overIam = fullAccess(statements, iam, owner)
  const overOthers = fullAccess(statements, { name: 'any-service', kind: 'any-kind' }, owner)
  return overIam.length > 0 && overOthers.length > 0
    ? [...new Set([...overIam, ...overOthers])]
    : []
}

/**
 * True if a pattern for roles does not fix the role. The caller's own name is fixed; the caller controls the other
 * variables.
 */
const leavesOpen = (pattern: string, partition: string): boolean => {
  const filled = completed(pattern)
    .replace(/\$\{aws:(username|userid)\}/gi, '')
    .replace(/\$\{[^{}]*\}/g, '*')
  const [, ...name] = filled.split(':role/')
  const open = name.length === 0 || /[*?]/.test(name.join(':role/'))
  return open && meet(filled, `arn:${partition}:iam::${'?'.repeat(12)}:role/*`)
}

/** The first statement that permits an action, in lower case, on unnamed roles. */
const onAnyRole = (
  statements: readonly Statement[],
  action: string,
  { partition }: Owner,
): Statement | null =>
  statements.find(
    ({ effect, actions, resources }) =>
      effect === 'Allow' &&
      holds(actions, action) &&
      pieces(resources).some(
        (piece) =>
          (piece.but || piece.patterns.some((it) => leavesOpen(it, partition))) &&
          !denied(statements, only(action), piece),
      ),
  ) ?? null

export const assumingAnyRole = (statements: readonly Statement[], owner: Owner): Statement | null =>
  onAnyRole(statements, 'sts:assumerole', owner)

export const passingAnyRole = (statements: readonly Statement[], owner: Owner): Statement | null =>
  onAnyRole(statements, 'iam:passrole', owner)

export const namedAll = (statements: readonly Statement[]): string =>
  statements.map(named).join(' and ')
