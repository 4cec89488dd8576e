// Tests the engine against a simple, independent evaluator of single requests, written by the rules of "Policy
// evaluation logic" in the IAM User Guide: no request may be allowed whose sender the engine excludes.
import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type LetIn, whoIsLetIn } from './access.ts'
import { parsePolicy } from './document.ts'

interface Request {
  readonly account: string | null
  /** A service that calls as itself; the context names the account that it acts for. */
  readonly service: string | null
  readonly role: string
  readonly action: string
  readonly resource: string
  /** The request context; absent keys have no entry. */
  readonly context: ReadonlyMap<string, readonly string[]>
}

const own = '111111111111'
/** Accounts with their organizations; 555555555555 and its organization are in no policy. */
const organizations: readonly [string | null, string | null][] = [
  [own, 'o-1'],
  ['222222222222', 'o-1'],
  ['333333333333', 'o-2'],
  ['444444444444', null],
  ['555555555555', 'o-9'],
  [null, null],
]
const ways: readonly Record<string, string>[] = [
  { 'aws:sourceip': '52.1.2.3' },
  { 'aws:sourceip': '200.1.1.1' },
  { 'aws:sourcevpce': 'vpce-1', 'aws:sourcevpc': 'vpc-1' },
  { 'aws:sourcevpce': 'vpce-9', 'aws:sourcevpc': 'vpc-9' },
]

function* requestsOf(): Generator<Request> {
  for (const [account, organization] of organizations) {
    for (const name of account ? ['r1', 'r2'] : ['']) {
      for (const way of ways) {
        for (const tls of ['true', 'false']) {
          for (const action of ['s3:GetObject', 's3:PutObject']) {
            for (const key of ['x', 'y']) {
              const role = account ? `arn:aws:iam::${account}:role/${name}` : ''
              const entries: [string, string[]][] = [
                ...Object.entries(way).map(([at, value]): [string, string[]] => [at, [value]]),
                ['aws:securetransport', [tls]],
              ]
              if (account) {
                entries.push(['aws:principalaccount', [account]], ['aws:principalarn', [role]])
                entries.push(['aws:userid', [`AROA${account}:${name}`]])
                entries.push(['aws:principalisawsservice', ['false']])
              }
              if (organization) {
                entries.push(['aws:principalorgid', [organization]])
                entries.push(['aws:principalorgpaths', [`${organization}/r-1/ou-1/`]])
              }
              const resource = `arn:aws:s3:::bucket/${key}`
              yield { account, service: null, role, action, resource, context: new Map(entries) }
            }
          }
        }
      }
    }
  }
}

function* requestsOfServices(): Generator<Request> {
  for (const service of ['sns', 'dms']) {
    for (const source of [own, '222222222222', '555555555555']) {
      for (const action of ['s3:GetObject', 's3:PutObject']) {
        for (const key of ['x', 'y']) {
          const context = new Map([
            ['aws:principalisawsservice', ['true']],
            ['aws:sourceaccount', [source]],
            ['aws:securetransport', ['true']],
          ])
          const resource = `arn:aws:s3:::bucket/${key}`
          yield { account: null, service, role: '', action, resource, context }
        }
      }
    }
  }
}
const requests = [...requestsOf(), ...requestsOfServices()]

type Json = Record<string, unknown>
const list = (value: unknown): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)
const like = (pattern: string, text: string, flags = ''): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\/]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    flags,
  ).test(text)

const address = (text: string): number =>
  text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
function inRange(range: string, text: string): boolean {
  const [start = '', bits = '32'] = range.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(address(start) / size) === Math.floor(address(text) / size)
}

/** Compares one value of the request with one of the policy. */
function same(type: string, wanted: string, given: string): boolean {
  if (type === 'IpAddress') return inRange(wanted, given)
  return type.endsWith('Like') || type === 'ArnEquals' ? like(wanted, given) : wanted === given
}

function fulfilled(operator: string, key: string, wanted: string[], request: Request): boolean {
  const given = request.context.get(key.toLowerCase())
  if (operator === 'Null') return (given === undefined) === (wanted[0] === 'true')
  const [, set, type = '', ifExists] = /^(?:(ForA\w+):)?(\w+?)(IfExists)?$/.exec(operator) ?? []
  if (given === undefined && ifExists) return true
  const negative = type.includes('Not')
  const plain = type.replace('Not', '')
  const meets = (value: string) => wanted.some((it) => same(plain, it, value)) !== negative
  if (set === 'ForAllValues') return (given ?? []).every(meets)
  if (set === 'ForAnyValue') return (given ?? []).some(meets)
  return given === undefined ? negative : given.some(meets)
}

const isNamed = (names: string[], { account, role, service }: Request): boolean =>
  names.some(
    (it) =>
      it === '*' ||
      (service !== null && it === `${service}.amazonaws.com`) ||
      (account !== null &&
        (it === account || it === role || it === `arn:aws:iam::${account}:root`)),
  )

function applies(statement: Json, request: Request): boolean {
  const { Principal, NotPrincipal, Action, NotAction, Resource, NotResource, Condition } = statement
  const names = (value: unknown) =>
    typeof value === 'object' ? Object.values(value as Json).flatMap(list) : list(value)
  const whom = NotPrincipal
    ? !isNamed(names(NotPrincipal), request)
    : isNamed(names(Principal), request)
  const what = NotAction
    ? !list(NotAction).some((it) => like(it, request.action, 'i'))
    : list(Action).some((it) => like(it, request.action, 'i'))
  const on = NotResource
    ? !list(NotResource).some((it) => like(it, request.resource))
    : list(Resource).some((it) => like(it, request.resource))
  return (
    whom &&
    what &&
    on &&
    Object.entries((Condition ?? {}) as Json).every(([operator, keys]) =>
      Object.entries(keys as Json).every(([key, values]) =>
        fulfilled(operator, key, list(values), request),
      ),
    )
  )
}

const allowed = (statements: readonly Json[], request: Request): boolean =>
  statements.some((it) => it['Effect'] === 'Allow' && applies(it, request)) &&
  !statements.some((it) => it['Effect'] === 'Deny' && applies(it, request))

/** True if the engine's result includes the sender. */
function speaksOf(answer: LetIn, { account, service, context }: Request): boolean {
  if (answer.who === 'public' || answer.who === 'cannot tell') return true
  if (service !== null) {
    const [source = ''] = context.get('aws:sourceaccount') ?? []
    const named = [
      `unknown accounts through ${service}.amazonaws.com`,
      'unknown accounts through AWS services',
    ]
    return answer.accounts.includes(source) || named.some((it) => answer.somebody.includes(it))
  }
  const has = (key: string, found: (value: string) => boolean) =>
    (context.get(key) ?? []).some(found)
  return (
    (account !== null && answer.accounts.includes(account)) ||
    has('aws:principalorgid', (id) => answer.organizations.includes(id)) ||
    has('aws:sourceip', (ip) => answer.networks.some((range) => inRange(range, ip))) ||
    ['aws:sourcevpc', 'aws:sourcevpce', 'aws:userid'].some((key) =>
      has(key, (value) => answer.somebody.includes(`${key} ${value.split(':')[0]}`)),
    )
  )
}

const text = (key: string, ...values: string[]) =>
  fc
    .tuple(
      fc.constantFrom('', 'ForAllValues:', 'ForAnyValue:'),
      fc.constantFrom('StringEquals', 'StringLike', 'StringNotEquals', 'StringNotLike'),
      fc.constantFrom('', 'IfExists'),
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
    )
    .map(([set, type, ifExists, chosen]) => ({ [`${set}${type}${ifExists}`]: { [key]: chosen } }))

const ranges = ['52.1.2.0/24', '0.0.0.0/1', '128.0.0.0/1', '10.0.0.0/8', '192.0.0.0/3']
const condition: fc.Arbitrary<Json> = fc.oneof(
  text('aws:PrincipalAccount', own, '222222222222', '2*', '33333333333?', '*'),
  text('aws:PrincipalOrgID', 'o-1', 'o-*', 'o-2'),
  text('aws:PrincipalOrgPaths', 'o-1/*', 'o-*', 'o-1/r-1/ou-1/'),
  text('aws:PrincipalArn', 'arn:aws:iam::222222222222:role/*', 'arn:aws:iam::*:role/r1', 'arn:*'),
  text('aws:userid', 'AROA222222222222:*', '*:r1', 'AROA*'),
  text('aws:SourceAccount', own, '222222222222', '5*'),
  fc
    .tuple(fc.constantFrom('Bool', 'BoolIfExists'), fc.constantFrom('true', 'false'))
    .map(([operator, value]) => ({ [operator]: { 'aws:PrincipalIsAWSService': value } })),
  text('aws:SourceVpce', 'vpce-1', 'vpce-*'),
  text('aws:SourceVpc', 'vpc-1', '*'),
  fc
    .tuple(
      fc.constantFrom('IpAddress', 'NotIpAddress', 'IpAddressIfExists'),
      fc.uniqueArray(fc.constantFrom(...ranges), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, values]) => ({ [operator]: { 'aws:SourceIp': values } })),
  fc.constantFrom('true', 'false').map((value) => ({ Bool: { 'aws:SecureTransport': value } })),
  fc
    .tuple(
      fc.constantFrom(
        'aws:PrincipalOrgID',
        'aws:SourceVpce',
        'aws:PrincipalAccount',
        'aws:PrincipalOrgPaths',
      ),
      fc.constantFrom('true', 'false'),
    )
    .map(([key, value]) => ({ Null: { [key]: value } })),
)

/** Conditions of the same operator are in one object. */
const conditions = fc.array(condition, { maxLength: 3 }).map((all) =>
  all.reduce<Json>((joined, one) => {
    for (const [operator, keys] of Object.entries(one)) {
      joined[operator] = { ...((joined[operator] ?? {}) as Json), ...(keys as Json) }
    }
    return joined
  }, {}),
)

const whom = fc.constantFrom<Json>(
  { Principal: '*' },
  { Principal: '*' },
  { Principal: { AWS: '*' } },
  { Principal: { Service: 'sns.amazonaws.com' } },
  { Principal: { Service: ['sns.amazonaws.com', 'dms.amazonaws.com'] } },
  { Principal: { AWS: ['222222222222', `arn:aws:iam::${own}:role/r1`] } },
  { NotPrincipal: { AWS: 'arn:aws:iam::222222222222:root' } },
  { NotPrincipal: { Service: 'sns.amazonaws.com' } },
)
const what = fc.constantFrom<Json>(
  { Action: 's3:*' },
  { Action: ['S3:get*', 's3:PutObject'] },
  { Action: 's3:Put?bject' },
  { NotAction: 's3:Put*' },
)
const on = fc.constantFrom<Json>(
  { Resource: '*' },
  { Resource: ['arn:aws:s3:::bucket/x', 'arn:aws:s3:::bucket/y'] },
  { Resource: 'arn:aws:s3:::bucket/*' },
  { NotResource: 'arn:aws:s3:::bucket/x' },
)
const statement = (effects: string[]): fc.Arbitrary<Json> =>
  fc.tuple(fc.constantFrom(...effects), whom, what, on, conditions).map(([Effect, ...parts]) => {
    const [principal, action, resource, Condition] = parts
    return { Effect, ...principal, ...action, ...resource, Condition }
  })

const answerTo = (statements: readonly Json[]): LetIn =>
  whoIsLetIn(parsePolicy(JSON.stringify({ Statement: statements })), { account: own })

test('no request is allowed whose sender the engine leaves out', () => {
  fc.assert(
    fc.property(
      fc.array(statement(['Allow', 'Allow', 'Deny']), { minLength: 1, maxLength: 3 }),
      (statements) => {
        const answer = answerTo(statements)
        for (const request of requests) {
          if (speaksOf(answer, request) || !allowed(statements, request)) continue
          ok(
            false,
            `${JSON.stringify(statements)} → ${JSON.stringify(answer)}: ${JSON.stringify([...request.context])}`,
          )
        }
      },
    ),
    { numRuns: 3_000 },
  )
})

test('where the engine says public by one condition, a stranger is allowed indeed', () => {
  const strangers = requests.filter(
    ({ account, context }) => account !== own && !context.get('aws:sourcevpce')?.includes('vpce-1'),
  )
  fc.assert(
    fc.property(what, on, condition, (action, resource, Condition) => {
      const statements = [{ Effect: 'Allow', Principal: '*', ...action, ...resource, Condition }]
      if (answerTo(statements).who !== 'public') return
      const literal = JSON.stringify(Condition)
      // AWS considers a wildcard open even if compared literally, and a wide range anywhere.
      if (/Equals.*[*?]/.test(literal) || /Not.*"[^"]*\*"/.test(literal)) return
      if (/"IpAddress[^}]*(0\.0\.0\.0|192\.0\.0\.0)/.test(literal)) return
      ok(
        strangers.some((request) => allowed(statements, request)),
        JSON.stringify(statements),
      )
    }),
    { numRuns: 2_000 },
  )
})
