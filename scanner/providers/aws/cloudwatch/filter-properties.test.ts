// Properties of the checks of alarms on events: no filter passes that excludes events that need a notification, or that
// matches events that do not.
import { equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Check } from '../../../kit/index.ts'
import cloudwatch from './index.ts'
import type { Account } from './resources.ts'
import { routine } from './routine-events.ts'
import { verdictOf, watch } from './worlds.ts'

type Family = Check<Account>
const family = cloudwatch.checks.filter(({ needs }) =>
  needs.includes('trail_alarms'),
) as unknown as readonly Family[]
const checkOf = (id: string): Family => {
  const found = family.find((it) => it.id === `cloudwatch_log_metric_filter_${id}`)
  ok(found, id)
  return found
}
const root = checkOf('root_usage')
const unauthorized = checkOf('unauthorized_api_calls')

/** The condition of the pattern in a check's remediation. */
const conditionOf = ({ fix }: Family): string =>
  /--filter-pattern '\{([^']*)\}'/.exec(fix.cli ?? '')?.[1]?.trim() ?? ''
const passes = (check: Family, pattern: string): boolean =>
  verdictOf(check, watch(pattern)).status === 'PASS'

/** Members that differ between events of each kind, with values of real events. */
const members: Readonly<Record<string, readonly string[]>> = {
  awsRegion: ['us-east-1', 'eu-west-1', 'us-*'],
  userAgent: ['aws-cli/2.17', 'Mozilla/5.0', '*terraform*', 'console.amazonaws.com'],
  sourceIPAddress: ['203.0.113.77', '1*', '10.*', '*:*', '2001:db8::1', 'cloudformation.*'],
  recipientAccountId: ['123456789012'],
  eventID: ['a*'],
  eventTime: ['2026-*'],
  vpcEndpointId: ['vpce-1'],
  'tlsDetails.tlsVersion': ['TLSv1.3'],
  'requestParameters.name': ['test*'],
  'userIdentity.arn': ['arn:aws:iam::123456789012:user/maria', '*role/ci*', '*:root'],
  'userIdentity.principalId': ['AROA*'],
  'userIdentity.accountId': ['123456789012'],
  'userIdentity.accessKeyId': ['AKIA*', 'ASIA*'],
  'userIdentity.userName': ['maria', '*'],
  'userIdentity.sessionContext.attributes.mfaAuthenticated': ['true', 'false'],
  'userIdentity.sessionContext.sessionIssuer.userName': ['admin'],
}
const conditions = Object.entries(members).flatMap(([name, values]) => [
  `$.${name} IS NULL`,
  ...values.flatMap((value) => [`$.${name} = "${value}"`, `$.${name} != "${value}"`]),
])
/** Members that events of each kind can have or lack. */
const optional = ['vpcEndpointId', 'requestParameters.name', 'userIdentity.userName', 'addendum']

for (const check of family) {
  test(`${check.id} does not pass with a condition on a member that varies`, () => {
    const condition = conditionOf(check)
    ok(passes(check, `{ ${condition} }`))
    for (const more of [
      ...conditions,
      ...optional.flatMap((it) => [`$.${it} EXISTS`, `$.${it} NOT EXISTS`]),
    ])
      equal(passes(check, `{ (${condition}) && (${more}) }`), false, more)
  })
}

const changing = family.filter(({ fix }) => /\$\.eventName = \w+\)/.test(fix.cli ?? ''))

test('a check of named calls does not pass if one of them is excluded', () => {
  ok(changing.length >= 11)
  for (const check of changing)
    for (const [, name = ''] of conditionOf(check).matchAll(/eventName = (\w+)/g))
      for (const excluded of [name, `${name.slice(0, 4)}*`, `*${name.slice(4)}`])
        equal(
          passes(check, `{ (${conditionOf(check)}) && ($.eventName != "${excluded}") }`),
          false,
          `${check.id} ${excluded}`,
        )
})

/** Values of the call of events that any service can have. */
const excluded = fc.oneof(
  fc
    .constantFrom(...routine)
    .map((it) => `$.eventName != "${String(it['eventName'])}"`)
    .filter((it) => !it.includes('HeadBucket')),
  fc.constantFrom(...routine).map((it) => `$.eventSource != "${String(it['eventSource'])}"`),
  fc.stringMatching(/^[A-Z][a-z]{0,6}\*$/).map((it) => `$.eventName != "${it}"`),
  fc.stringMatching(/^\*[A-Z][a-z]{0,6}\*?$/).map((it) => `$.eventName != "${it}"`),
  fc.stringMatching(/^[a-z]{1,6}\*$/).map((it) => `$.eventSource != "${it}"`),
  fc.stringMatching(/^[0-9]{1,3}\.\*$/).map((it) => `$.sourceIPAddress != "${it}"`),
)

test('denied calls and calls of the root user do not pass if any call, service or address is excluded', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(root, unauthorized),
      fc.array(excluded, { minLength: 1, maxLength: 5 }),
      (check, all) => {
        const more = all.map((it) => ` && (${it})`).join('')
        equal(passes(check, `{ (${conditionOf(check)})${more} }`), false)
      },
    ),
  )
})

const denied = conditionOf(unauthorized)
const byRoot = '$.userIdentity.type = "Root"'

const rows: readonly [Family, string, 'PASS' | 'MANUAL' | 'FAIL', RegExp][] = [
  [
    root,
    `${byRoot} && $.eventSource != "iam.amazonaws.com" && $.eventSource != "s3.amazonaws.com"`,
    'FAIL',
    /of calls of the root user \(such as iam:CreateAccessKey\)/,
  ],
  [
    root,
    `${byRoot} && $.eventName != "CreateAccessKey" && $.eventName != "Delete*"`,
    'FAIL',
    /such as iam:CreateAccessKey/,
  ],
  [root, `${byRoot} && $.eventName != "PasswordRecoveryCompleted"`, 'FAIL', /PasswordRecovery/],
  [root, `${byRoot} && $.eventType != "AwsConsoleSignIn"`, 'FAIL', /sign-ins of the root user/],
  [
    root,
    `${byRoot} && $.eventType != "AwsConsoleAction"`,
    'MANUAL',
    /may exclude events that matter: \$\.eventType != "AwsConsoleAction"/,
  ],
  [root, `${byRoot} && $.eventName != "DescribeStackEvents"`, 'MANUAL', /may exclude events/],
  [root, `${byRoot} && $.userIdentity.accessKeyId EXISTS`, 'FAIL', /calls of the root user/],
  [
    unauthorized,
    `(${denied}) && $.eventName != "Describe*" && $.eventName != "List*" && $.eventName != "Get*"`,
    'FAIL',
    /calls denied with AccessDenied \(such as iam:ListUsers from 198\.51\.100\.23\)/,
  ],
  [
    unauthorized,
    `(${denied}) && $.eventSource != "iam.amazonaws.com" && $.eventSource != "s3.amazonaws.com" && $.eventSource != "ec2.amazonaws.com" && $.eventSource != "kms.amazonaws.com"`,
    'FAIL',
    /such as iam:/,
  ],
  [
    unauthorized,
    `(${denied}) && $.sourceIPAddress != "1*" && $.sourceIPAddress != "*:*"`,
    'FAIL',
    /from 198\.51\.100\.23/,
  ],
  [unauthorized, `(${denied}) && $.sourceIPAddress != "*:*"`, 'FAIL', /from 2001:db8/],
  [unauthorized, `(${denied}) && $.userIdentity.invokedBy NOT EXISTS`, 'FAIL', /denied with/],
  [unauthorized, `(${denied}) && $.readOnly IS FALSE`, 'FAIL', /denied with/],
  [root, `${byRoot} && $.readOnly = false`, 'FAIL', /calls of the root user/],
  [unauthorized, '$.errorCode = "AccessDenied"', 'FAIL', /UnauthorizedOperation/],
  [unauthorized, '$.errorCode = "AccessDenied*"', 'FAIL', /UnauthorizedOperation/],
  [
    unauthorized,
    `(${denied}) && $.eventName != "GetBucketPublicAccessBlock"`,
    'MANUAL',
    /may exclude events that matter: \$\.eventName != "GetBucketPublicAccessBlock"\. Check/,
  ],
  [
    unauthorized,
    `(${denied}) && $.eventSource != "mobile.amazonaws.com" && $.eventName != "A" && $.eventName != "B" && $.eventName != "C"`,
    'MANUAL',
    /\$\.eventName != "B" and 1 more/,
  ],
  [
    unauthorized,
    `(${denied}) && $.sourceIPAddress != "delivery.logs.amazonaws.com" && $.eventName != "HeadBucket"`,
    'PASS',
    /./,
  ],
]
for (const [check, condition, status, sentence] of rows) {
  test(`${condition.slice(0, 150)} gives ${status}`, () => {
    const verdict = verdictOf(check, watch(`{ ${condition} }`))
    equal(verdict.status, status, verdict.sentence)
    match(verdict.sentence, sentence)
  })
}

test('two filters that complement each other are left to a person', () => {
  const [s3, others] = ['=', '!='].map((it) =>
    watch(`{ ${byRoot} && $.eventSource ${it} "s3.amazonaws.com" }`, { filter: it }),
  )
  ok(s3 && others)
  equal(verdictOf(root, s3, others).status, 'MANUAL')
})

/** The check and the service of its calls. */
const sources = changing.flatMap((check) => {
  const [, source = ''] = /eventSource = ([\w.]+)\)/.exec(conditionOf(check)) ?? []
  return source ? [[check, source] as const] : []
})

test('all calls of a service but some that are excluded never pass', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.nat(),
      fc.nat(12),
      ([check, source], from, size) => {
        const names = [
          ...new Set(
            routine
              .filter((it) => it['eventSource'] === source)
              .map((it) => String(it['eventName'])),
          ),
        ]
        ok(names.length > 15, source)
        const start = from % names.length
        const some = [...names, ...names].slice(start, start + size)
        const more = some.map((name) => ` && $.eventName != ${name}`).join('')
        notEqual(verdictOf(check, watch(`{ $.eventSource = ${source}${more} }`)).status, 'PASS')
      },
    ),
  )
})

test('all calls of a service but those that begin with one or two verbs never pass', () => {
  const verbs = ['Describe', 'Get', 'List', 'Lookup', 'BatchGet', 'Generate', 'Decrypt', 'Select']
  for (const [check, source] of sources)
    for (const one of verbs)
      for (const other of verbs) {
        const more = [one, other].map((it) => ` && $.eventName != "${it}*"`).join('')
        const pattern = `{ $.eventSource = ${source}${more} }`
        const quiet = routine.every(
          (it) =>
            it['eventSource'] !== source ||
            [one, other].some((verb) => String(it['eventName']).startsWith(verb)),
        )
        equal(passes(check, pattern), quiet, pattern)
      }
})

/** Kinds of callers, and changes and reads of applications. */
const callers =
  'AWSAccount AWSService AssumedRole WebIdentityUser SAMLUser FederatedUser IdentityCenterUser IAMUser'
const routineCalls =
  'AssumeRoleWithWebIdentity CreateLogGroup BatchGetImage Sign Encrypt ListKeys CreateSnapshot UpdateService PutRule'

test('the right pattern with other callers or calls does not pass', () => {
  const more = [
    ...callers.split(' ').map((type) => `$.userIdentity.type = "${type}"`),
    ...routineCalls.split(' ').map((name) => `$.eventName = ${name}`),
  ]
  for (const check of family)
    for (const one of more)
      equal(passes(check, `{ (${conditionOf(check)}) || (${one}) }`), false, `${check.id} ${one}`)
})
