// Evaluates the restriction of callers by conditions. A condition is restrictive if every caller that it allows is a
// specific one: AWS calls that fixed values ("The meaning of public", Amazon S3 User Guide). The keys are those of "AWS
// global condition context keys", IAM User Guide, both as of November 2026.
import { areInternet, isPublic, prefixLength } from '../ranges.ts'
import type { Condition } from './document.ts'
import { everyone, nobody, ownOrganization, type Reached, reach, union } from './reach.ts'

/** The owner of the policy. */
export interface Place {
  readonly account: string
  /** Null if unknown; texts then refer to the account's own organization. */
  readonly organization?: string | null
}

/** A condition that this engine cannot evaluate. */
export class NoRule {
  readonly condition: string
  constructor({ operator, key }: Condition) {
    this.condition = `${operator} ${key}`.slice(0, 200) // policy authors choose the names
  }
}

/** Separates evaluated parts from conditions without a rule. */
export const sorted = (parts: readonly (Reached | NoRule)[]) => ({
  known: parts.filter((it): it is Reached => !(it instanceof NoRule)),
  unknown: parts.filter((it): it is NoRule => it instanceof NoRule),
})

type Reader = (value: string, condition: Condition) => Reached

const wild = /[*?]/
const isAccount = (text: string): boolean => /^\d{12}$/.test(text)

/** Reads a value without wildcards; one with wildcards restricts no caller. */
const fixed =
  (read: Reader): Reader =>
  (value, condition) =>
    wild.test(value) ? everyone : read(value, condition)

const labelled = ({ key }: Condition, value: string): string => `${key} ${value}`

/** AWS's account and user id of callers without credentials. */
const anonymous = 'anonymous'
/**
 * An account id matches that account, `anonymous` matches callers without credentials, and other values match no
 * caller.
 */
const account = fixed((value) =>
  isAccount(value) ? reach({ accounts: [value] }) : value === anonymous ? everyone : nobody,
)
const organization = fixed((value) => reach({ organizations: [value] }))
const somebody = fixed((value, condition) => reach({ somebody: [labelled(condition, value)] }))
const service = fixed(() => nobody)
/**
 * The endpoint or access point of a request: others may use it as well, so it identifies no account and excludes no
 * named one.
 */
const entryPoint =
  (read: Reader): Reader =>
  (value, condition) => {
    const reached = read(value, condition)
    if (reached === everyone || reached === nobody) return reached
    return reach({ somebody: [labelled(condition, value)] })
  }
/** Paths begin with the organization: `o-1/r-1/ou-1/*`. */
const organizationPath: Reader = (value, condition) =>
  organization(value.split('/')[0] ?? '', condition)

/** `AROA…:session`, `AIDA…`, or an account's id for its root user: ids are unique, session names are not. */
const userId: Reader = (value, condition) => {
  const [id = ''] = value.split(':')
  if (wild.test(id) || id === anonymous) return everyone
  return isAccount(id) ? reach({ accounts: [id] }) : somebody(id, condition)
}

/** Services whose ARNs contain no colon after the account: there a `*` for the region matches only the region. */
const withoutColons = new Set(['cloudtrail', 'events', 'sns', 'sqs'])

/**
 * `arn:partition:service:region:account:resource`. In text comparisons, a `*` before the account may match other fields
 * too, so that the digits are part of a name or of a role's path, which may contain colons; ARN operators compare field
 * by field.
 */
const arn: Reader = (value, condition) => {
  const [scheme, partition = '', name = '', region = '', owner = '', ...resource] = value.split(':')
  if (scheme !== 'arn') return wild.test(value) ? everyone : somebody(value, condition)
  const loose = wild.test(`${partition}${name}`) || (wild.test(region) && !withoutColons.has(name))
  if (loose && !condition.operator.includes('arn')) return everyone
  if (isAccount(owner)) return reach({ accounts: [owner] })
  // Bucket ARNs name no account, and bucket names are unique.
  const [bucket = ''] = resource.join(':').split('/')
  const isBucket = name === 's3' && owner === '' && !loose && bucket !== '' && !wild.test(bucket)
  return isBucket ? reach({ somebody: [labelled(condition, value)] }) : everyone
}

/** The keys that identify the caller. Their values must be fixed, as their readers define. */
const callers = new Map<string, Reader>([
  ['aws:principalaccount', account],
  ['aws:sourceaccount', account],
  ['aws:sourceowner', account],
  ['aws:vpceaccount', entryPoint(account)],
  ['kms:calleraccount', account],
  ['s3:dataaccesspointaccount', entryPoint(account)],
  ['aws:principalorgid', organization],
  ['aws:sourceorgid', organization],
  ['aws:vpceorgid', entryPoint(organization)],
  ['aws:principalorgpaths', organizationPath],
  ['aws:sourceorgpaths', organizationPath],
  ['aws:vpceorgpaths', entryPoint(organizationPath)],
  ['aws:chatbotsourcearn', arn],
  ['aws:federatedprovider', arn],
  ['aws:principalarn', arn],
  ['aws:sourcearn', arn],
  ['aws:sourcevpcarn', entryPoint(arn)],
  ['ec2:sourceinstancearn', arn],
  ['lambda:sourcefunctionarn', arn],
  ['s3:dataaccesspointarn', entryPoint(arn)],
  ['aws:userid', userId],
  ['aws:ec2instancesourcevpc', somebody],
  ['aws:sourcevpc', somebody],
  ['aws:sourcevpce', somebody],
  ['s3:x-amz-server-side-encryption-aws-kms-key-id', somebody],
  ['aws:principalservicename', service],
  ['aws:principalservicenameslist', service],
])

/** Global keys that anyone can satisfy, or that describe the request or the resource. */
const ofNobody = new Set(
  `assumedroot calledvia calledviafirst calledvialast currenttime ec2instancesourceprivateipv4 epochtime
  multifactorauthage multifactorauthpresent principaltype referer requestedregion resourceaccount resourceorgid
  resourceorgpaths securetransport signatureversion sourceidentity tagkeys tokenissuetime useragent username
  viaawsservice vpcsourceip`
    .split(/\s+/)
    .map((name) => `aws:${name}`),
)
const ofTags = /^aws:(principal|request|resource)tag\//

/** More than a /8 of IPv4 or a /32 of IPv6 does not identify a specific caller, according to the S3 User Guide. */
const isWide = (range: string): boolean =>
  isPublic(range) && prefixLength(range) < (range.includes(':') ? 32 : 8)

/** Private addresses never come from the internet; several ranges may together be the internet. */
function network({ values }: Condition): Reached {
  const open = values.some((it) => Number.isNaN(prefixLength(it)) || isWide(it))
  return open || areInternet(values) ? everyone : reach({ networks: values.filter(isPublic) }) // empty if none is
}

/** Only two variables are set by the owner; the caller chooses or has the values of the others. */
const filled = (value: string, { account: own, organization: org }: Place): string =>
  value.replace(/\$\{([^{}]*)\}/g, (_, variable: string) => {
    switch (variable.toLowerCase()) {
      case 'aws:resourceaccount':
        return own
      case 'aws:resourceorgid':
        return org ?? ownOrganization
      default:
        return '*'
    }
  })

/** The type of caller: people and their roles, or AWS services that call as themselves. */
export type Caller = 'people' | 'services'

/** Keys that only requests of people have; requests of services do not have them. */
const ofPeople =
  /^aws:(principal(?!isaws|servicename)|userid$|sourcevpc|sourceip$|vpce|federated)|^kms:caller/

/**
 * The caller chooses the encryption context, unless a service calls: then it names the resource that the service acts
 * for.
 */
const encryptedFor = /^kms:encryptioncontext:aws:[\w-]+:arn$/

/** Returns the callers that a comparison of these values with a service's request allows. */
function readOfService(condition: Condition, place: Place): Reached | NoRule {
  const { key, values } = condition
  if (key === 'aws:principalisawsservice') {
    return values.every((it) => it.toLowerCase() === 'true') ? everyone : nobody
  }
  // The named services have no effect: the key does not show for whom they act.
  if (key.startsWith('aws:principalservicename')) return everyone
  if (ofPeople.test(key)) return nobody
  if (encryptedFor.test(key)) return union(values.map((it) => arn(filled(it, place), condition)))
  return readOfPeople(condition, place)
}

/** Returns the callers that a comparison of these values with the caller's allows. */
const read = (condition: Condition, place: Place, caller: Caller): Reached | NoRule =>
  caller === 'services' ? readOfService(condition, place) : readOfPeople(condition, place)

function readOfPeople(condition: Condition, place: Place): Reached | NoRule {
  const { key, values } = condition
  if (key === 'aws:sourceip') return network(condition)
  if (key === 'aws:principalisawsservice') {
    return values.every((it) => it.toLowerCase() === 'true') ? nobody : everyone
  }
  const reader = callers.get(key)
  if (reader) return union(values.map((value) => reader(filled(value, place), condition)))
  const known = !key.startsWith('aws:') || ofNobody.has(key) || ofTags.test(key)
  return known ? everyone : new NoRule(condition)
}

const operators =
  /^(?:(forallvalues|foranyvalue):)?(string|arn|ipaddress|notipaddress|bool|binary|numeric|date|null)(\w*?)(ifexists)?$/
const orders = 'equals notequals lessthan lessthanequals greaterthan greaterthanequals'
/** Suffixes that may follow the type of a comparison. */
const comparisons = new Map(
  Object.entries({
    string: 'equals equalsignorecase like notequals notequalsignorecase notlike',
    arn: 'equals like notequals notlike',
    ipaddress: '',
    notipaddress: '',
    bool: '',
    binary: 'equals',
    numeric: orders,
    date: orders,
    null: '',
  }).map(([type, words]) => [type, words.split(' ')]),
)

interface Operator {
  readonly set: 'forallvalues' | 'foranyvalue' | null
  readonly negative: boolean
  readonly ordered: boolean
  readonly null: boolean
  /** Also true if the request lacks the key. */
  readonly ifExists: boolean
}

function operatorOf({ operator }: Condition): Operator | null {
  const [, set = null, type = '', how = '', ifExists] = operators.exec(operator) ?? []
  const ordered = type === 'numeric' || type === 'date'
  if (!comparisons.get(type)?.includes(how)) return null
  return {
    set: set as Operator['set'], // the only two values that the expression matches
    negative: type === 'notipaddress' || how.startsWith('not'),
    ordered,
    null: type === 'null',
    ifExists: ifExists !== undefined,
  }
}

const says = (condition: Condition, word: string): boolean =>
  condition.values.length > 0 && condition.values.every((it) => it.toLowerCase() === word)

/** For people the key is false, and it is absent from unsigned requests: the condition must match both. */
const meansAllButServices = (condition: Condition, operator: Operator): boolean => {
  if (operator.null || operator.ordered || operator.set === 'foranyvalue') return false
  return operator.negative
    ? says(condition, 'true')
    : says(condition, 'false') && (operator.ifExists || operator.set === 'forallvalues')
}

/** For services the key is always present, and true. */
const deniesServices = (condition: Condition, { negative, ordered, null: presence }: Operator) =>
  !ordered && says(condition, presence || negative ? 'false' : 'true')

/** The keys that a condition requires to be present. */
const present = (conditions: readonly Condition[]): ReadonlySet<string> =>
  new Set(
    conditions.filter((it) => operatorOf(it)?.null && says(it, 'false')).map(({ key }) => key),
  )

/** True if a key must have one of some fixed values, so that these conditions allow nothing else. */
export const fixes = (conditions: readonly Condition[], key: string): boolean =>
  conditions.some((it) => {
    const operator = operatorOf(it)
    if (it.key !== key || !operator || operator.negative || operator.ordered || operator.null) {
      return false
    }
    const optional = operator.ifExists || operator.set === 'forallvalues'
    return (
      (!optional || present(conditions).has(key)) &&
      it.values.length > 0 &&
      !it.values.some((value) => wild.test(value) || value.includes('${'))
    )
  })

/**
 * Returns the callers that satisfy all of these conditions, and the conditions that the engine has no rule for, which
 * can only restrict further. A comparison that is true without its key (IfExists, ForAllValues) is restrictive only if
 * another condition requires the key.
 */
export function letThrough(
  conditions: readonly Condition[],
  place: Place,
  caller: Caller,
): { readonly known: readonly Reached[]; readonly unknown: readonly NoRule[] } {
  const wanted = present(conditions)
  const parts = conditions.map((condition): Reached | NoRule => {
    const operator = operatorOf(condition)
    if (!operator) return new NoRule(condition)
    const { negative, ordered, null: presence, ifExists, set } = operator
    if (condition.values.length === 0) return set === 'forallvalues' || ifExists ? everyone : nobody
    // Everyone except some counts as everyone, including callers without the key.
    if (negative || ordered || presence) return everyone
    const optional = ifExists || set === 'forallvalues'
    return optional && !wanted.has(condition.key) ? everyone : read(condition, place, caller)
  })
  return sorted(parts)
}

/**
 * Returns the callers that a denial with these conditions does not deny: callers for whom a condition is false. If the
 * denial excepts some, those are the callers whose key has such a value.
 */
export function escapes(
  conditions: readonly Condition[],
  place: Place,
  caller: Caller,
): Reached | NoRule {
  if (conditions.length === 0) return nobody
  const parts = conditions.map((condition): Reached | NoRule => {
    const operator = operatorOf(condition)
    if (!operator) return new NoRule(condition)
    if (condition.key === 'aws:principalisawsservice') {
      if (caller === 'services') return deniesServices(condition, operator) ? nobody : everyone
      return meansAllButServices(condition, operator) ? nobody : everyone
    }
    // ForAnyValue is false for callers without the key, so they are not denied either.
    return operator.negative && !operator.ordered && operator.set !== 'foranyvalue'
      ? read(condition, place, caller)
      : everyone
  })
  const { known, unknown } = sorted(parts)
  const escaped = union(known)
  return escaped === everyone ? everyone : (unknown[0] ?? escaped)
}
