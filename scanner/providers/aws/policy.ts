// Resource policies: who they let in. Shared by every AWS service whose resources carry one.

export interface Statement {
  readonly sid: string
  readonly effect: string
  /** Account ids, ARNs, service names prefixed with `service:`, or `*`; empty when none is named. */
  readonly principals: readonly string[]
  readonly notPrincipals: readonly string[]
  readonly actions: readonly string[]
  readonly notActions: readonly string[]
  readonly resources: readonly string[]
  readonly notResources: readonly string[]
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

const texts = (value: unknown): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)

/** `{ AWS: …, Service: … }` or `"*"`; canonical users and federated identities keep a prefix of their kind. */
function principals(value: unknown): string[] {
  if (!isObject(value)) return texts(value)
  return Object.entries(value).flatMap(([kind, named]) =>
    texts(named).map((name) => (kind === 'AWS' ? name : `${kind.toLowerCase()}:${name}`)),
  )
}

const conditions = (value: unknown): Condition[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([operator, keys]) =>
    Object.entries(isObject(keys) ? keys : {}).map(([key, values]) => ({
      operator: operator.toLowerCase(),
      key: key.toLowerCase(),
      values: texts(values),
    })),
  )

/**
 * The statements of a policy document. Throws a SyntaxError when the text is not JSON or not a
 * policy: a policy that cannot be understood must not look like an empty one.
 */
export function parsePolicy(text: string): readonly Statement[] {
  const document: unknown = JSON.parse(text)
  if (!isObject(document) || document.Statement === undefined) {
    throw new SyntaxError('the document has no Statement')
  }
  const list = Array.isArray(document.Statement) ? document.Statement : [document.Statement]
  return list.map((item: unknown) => {
    if (!isObject(item)) throw new SyntaxError('a Statement is not an object')
    return {
      sid: typeof item.Sid === 'string' ? item.Sid : '',
      effect: String(item.Effect),
      principals: principals(item.Principal),
      notPrincipals: principals(item.NotPrincipal),
      actions: texts(item.Action),
      notActions: texts(item.NotAction),
      resources: texts(item.Resource),
      notResources: texts(item.NotResource),
      conditions: conditions(item.Condition),
    }
  })
}

/** `*` and `?` as IAM means them, without regard to case. Linear in the text for each `*`. */
export function matches(pattern: string, text: string): boolean {
  const p = pattern.toLowerCase()
  const t = text.toLowerCase()
  let [i, j, star, from] = [0, 0, -1, 0]
  while (j < t.length) {
    if (p[i] === '*') {
      star = i++
      from = j
    } else if (i < p.length && (p[i] === '?' || p[i] === t[j])) {
      i++
      j++
    } else if (star >= 0) {
      i = star + 1
      j = ++from
    } else return false
  }
  while (p[i] === '*') i++
  return i === p.length
}

/** Whether an Allow statement covers one of these actions, given in full: `s3:PutObject`. */
export const allows = (statement: Statement, actions: readonly string[]): boolean =>
  statement.effect === 'Allow' &&
  actions.some((action) =>
    statement.notActions.length > 0
      ? !statement.notActions.some((pattern) => matches(pattern, action))
      : statement.actions.some((pattern) => matches(pattern, action)),
  )

// The keys whose fixed values bind a caller, as "The meaning of public" in the Amazon S3 User Guide
// lists them, plus their organisation forms and KMS's own name for the calling account.
const binding = new Set([
  'aws:principalaccount',
  'aws:principalarn',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceaccount',
  'aws:sourcearn',
  'aws:sourceip',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourceowner',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  'aws:username',
  'aws:vpcsourceip',
  'kms:calleraccount',
  's3:dataaccesspointaccount',
  's3:dataaccesspointarn',
])
const positive =
  /^(foranyvalue:)?(stringequals|stringequalsignorecase|stringlike|arnequals|arnlike|ipaddress)$/

/** A value that binds nobody: any text, an ARN of any account, any bucket, or a network of everyone. */
const open = (value: string): boolean =>
  /^[*?]*$/.test(value) ||
  /^arn:[^:]*:[^:]*:[^:]*:[*?]+(:|$)/.test(value) ||
  /^arn:[^:]*:[^:]*:[^:]*::[*?]/.test(value) ||
  wide(value)

/** An address range of more than a /8 (IPv4) or a /32 (IPv6) is no address of anybody in particular. */
function wide(value: string): boolean {
  const [address, bits] = value.split('/')
  if (bits === undefined || !/^\d+$/.test(bits)) return false
  return address?.includes(':') ? Number(bits) < 32 : Number(bits) < 8
}

const binds = ({ operator, key, values }: Condition): boolean =>
  positive.test(operator) && binding.has(key) && values.length > 0 && !values.some(open)

/**
 * Whether a statement lets in anybody at all: it allows, names everyone (or everyone but some),
 * and no condition binds the caller to somebody in particular.
 */
export const isPublic = (statement: Statement): boolean =>
  statement.effect === 'Allow' &&
  (statement.principals.includes('*') || statement.notPrincipals.length > 0) &&
  !statement.conditions.some(binds)

const accountOf = (principal: string): string | null =>
  /^\d{12}$/.test(principal)
    ? principal
    : (/^arn:[^:]*:(?:iam|sts)::(\d{12}):/.exec(principal)?.[1] ?? null)

/** The accounts that an Allow statement names, as principals or in the conditions that bind everyone: `*` for everyone, `canonicaluser:…` as written. Services are nobody's account. */
export const accountsLetIn = (statement: Statement): readonly string[] => {
  if (statement.effect !== 'Allow') return []
  if (isPublic(statement)) return ['*']
  const bound = statement.conditions.filter(binds).flatMap(({ values }) => values)
  return [...statement.principals, ...bound].flatMap((principal) => {
    const account = accountOf(principal)
    if (account) return [account]
    return principal.startsWith('canonicaluser:') ? [principal] : []
  })
}
