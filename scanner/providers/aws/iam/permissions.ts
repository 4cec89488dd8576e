// Identity policies: what they permit. Resource policies, and how a document is read, are in ../policy.ts.
import { type Maybe, unread } from '../../../kit/index.ts'
import { allows, matches, parsePolicy, type Statement } from '../policy.ts'

/**
 * The statements of a document as IAM sends it, percent-encoded (RFC 3986). One that cannot be
 * understood is an error gap of its own policy: the others can still be judged.
 */
export function statementsOf(document: string | undefined): Maybe<readonly Statement[]> {
  try {
    return parsePolicy(decodeURIComponent(document ?? ''))
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError || thrown instanceof URIError)) throw thrown
    return unread('broken_policy', {
      outcome: 'error',
      action: 'iam:GetAccountAuthorizationDetails',
    })
  }
}

const some = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => matches(pattern, text))

/** NotAction and NotResource mean everything but what they name. */
const covers = (statement: Statement, action: string, resource: string): boolean =>
  (statement.notActions.length > 0
    ? !some(statement.notActions, action)
    : some(statement.actions, action)) &&
  (statement.notResources.length > 0
    ? !some(statement.notResources, resource)
    : some(statement.resources, resource))

/** A denial takes a permission back only when it always applies: a condition may not hold. */
const denies = (statements: readonly Statement[], action: string, resource: string): boolean =>
  statements.some(
    (statement) =>
      statement.effect === 'Deny' &&
      statement.conditions.length === 0 &&
      covers(statement, action, resource),
  )

/**
 * The first statement that permits an action on a resource, both given in full, if nothing in the
 * same document always denies it. An Allow under conditions counts: for somebody they will hold.
 */
export const permitting = (
  statements: readonly Statement[],
  action: string,
  resource: string,
): Statement | null =>
  denies(statements, action, resource)
    ? null
    : (statements.find(
        (statement) => statement.effect === 'Allow' && covers(statement, action, resource),
      ) ?? null)

/** The same, without the statements that allow under conditions: for rights that a condition can tame. */
export const permittingAlways = (
  statements: readonly Statement[],
  action: string,
  resource: string,
): Statement | null =>
  permitting(
    statements.filter(({ effect, conditions }) => effect === 'Deny' || conditions.length === 0),
    action,
    resource,
  )

/** Whose policies are read: the account that wildcards are measured against. */
export interface Place {
  readonly account: string
  readonly partition: string
}

/**
 * The statement that gives every action of a service on all of its resources, if there is one.
 * `kind` is what the service's resources are called in ARNs: `key`, `trail`. The names asked for
 * are made up, so that only patterns meant for everything match them.
 */
export function fullAccess(
  statements: readonly Statement[],
  service: string,
  kind: string,
  { account, partition }: Place,
): Statement | null {
  const region = service === 'iam' ? '' : 'any-region'
  const resource = `arn:${partition}:${service}:${region}:${account}:${kind}/any-name`
  return permitting(statements, `${service}:AnyActionThereMayBe`, resource)
}

/**
 * The statement that makes an administrator: everything on everything, IAM included. Without IAM it
 * is a power user's, who cannot give more rights to anybody.
 */
export const administration = (statements: readonly Statement[], place: Place): Statement | null =>
  fullAccess(statements, 'iam', 'user', place) &&
  fullAccess(statements, 'any-service', 'any-kind', place)

/** How to name a statement in a sentence. */
export const named = ({ sid, conditions }: Statement): string =>
  `${sid ? `statement ${sid}` : 'a statement'}${conditions.length > 0 ? ', under conditions,' : ''}`

/**
 * Whether a document permits an action on anything at all. Which resource does not matter, and a
 * denial must be one of all resources: one of all but some leaves those.
 */
export const permitsSomewhere = (statements: readonly Statement[], action: string): boolean =>
  statements.some((statement) => allows(statement, [action])) &&
  !denies(
    statements.filter(({ notResources }) => notResources.length === 0),
    action,
    'arn:any-resource',
  )
