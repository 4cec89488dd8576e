// Evaluates the principals that a resource policy allows. Uncertain cases are decided against the policy: a principal
// is excluded only if none of its requests could be allowed.
import { type Caller, escapes, letThrough, NoRule, type Place, sorted } from './conditions.ts'
import { type Statement, withoutVariables } from './document.ts'
import { contains, includes, meet, only, pieces, type Scope, touches } from './patterns.ts'
import { everyone, intersection, nobody, type Reach, type Reached, reach, union } from './reach.ts'
import { anyService, areSame, isService, unbound } from './services.ts'

/** The actions to evaluate, as patterns in lower case; all by default. */
export interface Question extends Place {
  readonly actions?: readonly string[]
  /** The service of the resource: a denial of all of its actions denies everything. */
  readonly service?: string
  /** The resource and its contents, as patterns; statements about other resources have no effect. */
  readonly resources?: readonly string[]
  /** True if no AWS service calls as itself, as through a VPC endpoint. */
  readonly withoutServices?: true
}

export type LetIn =
  /** The statement allows everyone. */
  | { readonly who: 'public'; readonly by: Statement }
  /** No rule defines the effect of this condition; without it the statement allows everyone. */
  | { readonly who: 'cannot tell'; readonly by: Statement; readonly condition: string }
  | ({
      /** The widest of the allowed groups; the owner of `somebody` is unknown. */
      readonly who: 'network' | 'somebody' | 'organization' | 'accounts' | 'nobody'
    } & Reach)

const accountOf = (principal: string): string | null =>
  /^(\d{12})$/.exec(principal)?.[1] ??
  /^arn:[^:]*:(?:iam|sts)::(\d{12}):/.exec(principal)?.[1] ??
  null

/** A deleted principal remains in the policy as its unique id, which is never reused. */
const isDeleted = (principal: string): boolean => /^A[A-Z0-9]{15,}$/.test(principal)

/** Returns the callers that a principal identifies. */
function named(principal: string): Reached {
  if (isService(principal) || isDeleted(principal)) return nobody // services are evaluated separately
  if (principal.startsWith('canonicaluser:')) return reach({ accounts: [principal] })
  // A token issuer serves more than the account that registered it; its conditions restrict callers.
  if (principal.includes(':oidc-provider/')) return reach({ somebody: [principal] })
  const account = accountOf(principal.replace(/^federated:/, ''))
  if (account) return reach({ accounts: [account] })
  // Federated principals are always named; IAM accepts no wildcard other than `*` alone.
  const open = !principal.startsWith('federated:') && /[*?]/.test(principal)
  return open ? everyone : reach({ somebody: [principal] })
}

interface Grant {
  readonly reached: Reached
  readonly unknown: readonly NoRule[]
}

/** Returns the accounts that a service acts for. An organization is not known to be this account's. */
const served = ({ organizations, ...rest }: Reach): Reach => ({
  ...rest,
  organizations: [],
  somebody: [...rest.somebody, ...organizations.map(servicesFor)],
})

/** The name of services that act for an organization. */
export const servicesFor = (organization: string): string =>
  `AWS services acting for the organization ${organization}`

/** Returns the callers that an Allow statement allows by itself: people, or services as themselves. */
function granted(statement: Statement, place: Question, caller: Caller): Grant {
  const { known, unknown } = letThrough(statement.conditions, place, caller)
  const bound = known.reduce<Reached>(intersection, everyone)
  const { principals, notPrincipals } = statement
  if (caller === 'people') {
    const people = notPrincipals.length > 0 ? [everyone] : principals.map(named)
    return { reached: intersection(union(people), bound), unknown }
  }
  const services = servicesOf(statement)
  if (services.length === 0) return { reached: nobody, unknown: [] }
  if (bound !== everyone) return { reached: served(bound), unknown }
  const { patterns, but } = statement.actions
  return {
    reached: union(services.map((it) => unbound(it, but ? [] : patterns, place.service))),
    unknown,
  }
}

/** Returns the callers that a Deny statement does not deny, given that its actions and resources match. */
function spared(
  statement: Statement,
  place: Place,
  caller: Caller,
  services: readonly string[],
): Reached | NoRule {
  const { principals, notPrincipals, conditions } = statement
  const byServices = services.every((it) => names(statement, it)) ? nobody : everyone
  const byName = caller === 'services' ? byServices : peopleSpared(principals, notPrincipals)
  if (byName === everyone) return everyone
  const byCondition = escapes(conditions, place, caller)
  return byCondition instanceof NoRule ? byCondition : union([byName, byCondition])
}

/** The services in a statement, or all services. */
const servicesOf = ({ principals, notPrincipals }: Statement): readonly string[] =>
  notPrincipals.length > 0 || principals.includes('*') ? [anyService] : principals.filter(isService)

/** True if a denial covers this service, possibly among others. */
const names = ({ principals, notPrincipals }: Statement, service: string): boolean =>
  notPrincipals.length > 0
    ? !notPrincipals.some((it) => isService(it) && areSame(it, service))
    : principals.includes('*') || principals.includes(service)

const peopleSpared = (principals: readonly string[], notPrincipals: readonly string[]): Reached =>
  notPrincipals.length > 0
    ? union(notPrincipals.map(named))
    : principals.includes('*')
      ? nobody
      : everyone

/** The sets of denials that apply to parts of a scope: most parts have the same set. */
function meeting<D>(
  scope: Scope,
  denials: readonly D[],
  scopeOf: (denial: D) => Scope,
): readonly ReadonlySet<D>[] {
  const sets = new Map<string, ReadonlySet<D>>()
  for (const piece of pieces(scope)) {
    const met = denials.flatMap((denial, n) => (includes(scopeOf(denial), piece) ? [n] : []))
    sets.set(met.join(), new Set(met.flatMap((n) => denials[n] ?? [])))
  }
  return [...sets.values()]
}

interface Denial extends Statement {
  readonly spared: Reached | NoRule
}

/** Returns the rest of a grant after denials, over every part of its actions and resources. */
function left(statement: Statement, grant: Grant, denials: readonly Denial[]): Grant {
  const byAction = meeting(statement.actions, denials, ({ actions }) => actions)
  const byResource = meeting(statement.resources, denials, ({ resources }) => resources)
  const parts = byAction.flatMap((some) =>
    byResource.map((others): Grant => {
      const both = [...some].filter((denial) => others.has(denial))
      const { known, unknown } = sorted(both.map((it) => it.spared))
      return {
        reached: known.reduce(intersection, grant.reached),
        unknown: [...grant.unknown, ...unknown],
      }
    }),
  )
  const open = parts.filter(({ reached }) => reached === everyone)
  // If a part is certainly open, the whole is.
  const worst = open.find(({ unknown }) => unknown.length === 0) ?? open[0]
  return (
    worst ?? {
      reached: union(parts.map(({ reached }) => reached)),
      unknown: parts.flatMap(({ unknown }) => unknown),
    }
  )
}

/**
 * Returns the principals that a resource policy of the account at `question` allows: whether it is public, and which
 * accounts it allows. Conditions restrict callers as AWS documents them; a Deny removes only what it certainly covers.
 */
export function whoIsLetIn(given: readonly Statement[], question: Question): LetIn {
  const statements = given.map(withoutVariables)
  const allowed = statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap((by) => asked(by, question).map((part) => ({ by, part })))
  const callers: readonly Caller[] = question.withoutServices ? ['people'] : ['people', 'services']
  const denying = statements.filter(({ effect }) => effect === 'Deny')
  const denials = (caller: Caller, services: readonly string[]): readonly Denial[] =>
    denying
      .map((it) => ({ ...whole(it, question), spared: spared(it, question, caller, services) }))
      .filter((it) => it.spared !== everyone)
  const toPeople = denials('people', [])
  const grants = callers.flatMap((caller) =>
    allowed.map(({ by, part }) => {
      const met = caller === 'people' ? toPeople : denials(caller, servicesOf(by))
      return { by, ...left(part, granted(by, question, caller), met) }
    }),
  )

  const all = union(grants.map(({ reached }) => reached))
  const alone = grants.filter(({ reached }) => reached === everyone)
  const together = all === everyone ? grants.filter(({ reached }) => reached?.networks.length) : []
  const open = alone.length > 0 ? alone : together
  const certain = open.filter(({ unknown }) => unknown.length === 0)
  const [first] = certain
  if (first && union(certain.map(({ reached }) => reached)) === everyone) {
    return { who: 'public', by: first.by }
  }
  for (const { by, unknown } of open) {
    if (unknown[0]) return { who: 'cannot tell', by, condition: unknown[0].condition }
  }
  const known = all ?? nobody // everyone was seen above
  return { who: widest(known), ...known }
}

/** The intersection of a scope and the patterns, or more; null if disjoint. */
function common(scope: Scope, wanted: readonly string[] | undefined): Scope | null {
  if (!wanted) return scope
  if (!touches(scope, wanted)) return null
  if (scope.but) {
    const apart = wanted.every((it) => !scope.patterns.some((left) => meet(left, it)))
    return apart ? only(...wanted) : scope
  }
  const patterns = scope.patterns.flatMap((given) =>
    wanted.filter((it) => meet(given, it)).map((it) => (contains(given, it) ? it : given)),
  )
  return only(...patterns)
}

/** The part of a statement that applies to a question, if there is one. */
function asked(statement: Statement, question: Question): readonly Statement[] {
  const actions = common(statement.actions, question.actions)
  const resources = common(statement.resources, question.resources)
  return actions && resources ? [{ ...statement, actions, resources }] : []
}

/** A denial of all actions on the resource is a denial of everything. */
const whole = (denial: Statement, { service }: Question): Statement =>
  service && includes(denial.actions, only(`${service}:*`))
    ? { ...denial, actions: only('*') }
    : denial

const widest = ({ accounts, organizations, networks, somebody }: Reach) =>
  networks.length > 0
    ? 'network'
    : somebody.length > 0
      ? 'somebody'
      : organizations.length > 0
        ? 'organization'
        : accounts.length > 0
          ? 'accounts'
          : 'nobody'
