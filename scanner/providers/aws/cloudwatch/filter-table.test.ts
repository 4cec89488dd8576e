// Published and broken filter patterns against CloudTrail events, and the checks that pass with each.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../kit/index.ts'
import { type LogEvent, readFilter } from './filter-pattern.ts'
import cloudwatch from './index.ts'
import type { Account } from './resources.ts'
import { routine } from './routine-events.ts'
import { verdictOf, watch } from './worlds.ts'

/** The checks of the family, by a short name. */
const ids = {
  unauthorized: 'cloudwatch_log_metric_filter_unauthorized_api_calls',
  no_mfa: 'cloudwatch_log_metric_filter_sign_in_without_mfa',
  root: 'cloudwatch_log_metric_filter_root_usage',
  iam: 'cloudwatch_log_metric_filter_policy_changes',
  trails: 'cloudwatch_log_metric_filter_and_alarm_for_cloudtrail_configuration_changes_enabled',
  failures: 'cloudwatch_log_metric_filter_authentication_failures',
  kms: 'cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk',
  s3: 'cloudwatch_log_metric_filter_for_s3_bucket_policy_changes',
  config: 'cloudwatch_log_metric_filter_and_alarm_for_aws_config_configuration_changes_enabled',
  groups: 'cloudwatch_log_metric_filter_security_group_changes',
  acls: 'cloudwatch_changes_to_network_acls_alarm_configured',
  gateways: 'cloudwatch_changes_to_network_gateways_alarm_configured',
  routes: 'cloudwatch_changes_to_network_route_tables_alarm_configured',
  vpcs: 'cloudwatch_changes_to_vpcs_alarm_configured',
  organizations: 'cloudwatch_log_metric_filter_aws_organizations_changes',
} as const
type Short = keyof typeof ids
const shorts = Object.keys(ids) as Short[]

/** The calls that the benchmarks name. */
const names = {
  iam: 'DeleteGroupPolicy DeleteRolePolicy DeleteUserPolicy PutGroupPolicy PutRolePolicy PutUserPolicy CreatePolicy DeletePolicy CreatePolicyVersion DeletePolicyVersion AttachRolePolicy DetachRolePolicy AttachUserPolicy DetachUserPolicy AttachGroupPolicy DetachGroupPolicy',
  cloudtrail: 'CreateTrail UpdateTrail DeleteTrail StartLogging StopLogging',
  kms: 'DisableKey ScheduleKeyDeletion',
  s3: 'PutBucketAcl PutBucketPolicy PutBucketCors PutBucketLifecycle PutBucketReplication DeleteBucketPolicy DeleteBucketCors DeleteBucketLifecycle DeleteBucketReplication',
  config:
    'StopConfigurationRecorder DeleteDeliveryChannel PutDeliveryChannel PutConfigurationRecorder',
  groups:
    'AuthorizeSecurityGroupIngress AuthorizeSecurityGroupEgress RevokeSecurityGroupIngress RevokeSecurityGroupEgress CreateSecurityGroup DeleteSecurityGroup',
  acls: 'CreateNetworkAcl CreateNetworkAclEntry DeleteNetworkAcl DeleteNetworkAclEntry ReplaceNetworkAclEntry ReplaceNetworkAclAssociation',
  gateways:
    'CreateCustomerGateway DeleteCustomerGateway AttachInternetGateway CreateInternetGateway DeleteInternetGateway DetachInternetGateway',
  routes:
    'CreateRoute CreateRouteTable ReplaceRoute ReplaceRouteTableAssociation DeleteRouteTable DeleteRoute DisassociateRouteTable',
  vpcs: 'CreateVpc DeleteVpc ModifyVpcAttribute AcceptVpcPeeringConnection CreateVpcPeeringConnection DeleteVpcPeeringConnection RejectVpcPeeringConnection AttachClassicLinkVpc DetachClassicLinkVpc DisableVpcClassicLink EnableVpcClassicLink',
  organizations:
    'AcceptHandshake AttachPolicy CreateAccount CreateOrganizationalUnit CreatePolicy DeclineHandshake DeleteOrganization DeleteOrganizationalUnit DeletePolicy DetachPolicy DisablePolicyType EnablePolicyType InviteAccountToOrganization LeaveOrganization MoveAccount RemoveAccountFromOrganization UpdateOrganizationalUnit UpdatePolicy',
}
type Area = keyof typeof names
const network: readonly string[] = ['groups', 'acls', 'gateways', 'routes', 'vpcs']
const sourceOf = (area: Area): string => `${network.includes(area) ? 'ec2' : area}.amazonaws.com`
const namesOf = (area: Area): readonly string[] => names[area].split(' ')

const maria = { type: 'IAMUser', userName: 'maria', arn: 'arn:aws:iam::123456789012:user/maria' }
const rootUser = { type: 'Root', arn: 'arn:aws:iam::123456789012:root', accountId: '123456789012' }
const base = {
  eventVersion: '1.11',
  awsRegion: 'us-east-1',
  sourceIPAddress: '198.51.100.7',
  userAgent: 'Mozilla/5.0',
  userIdentity: maria,
  eventType: 'AwsApiCall',
  readOnly: false,
  requestParameters: null,
  responseElements: null,
}
const changes: readonly LogEvent[] = (Object.keys(names) as Area[]).flatMap((area) =>
  namesOf(area).map((eventName) => ({ ...base, eventSource: sourceOf(area), eventName })),
)

const signIn = (identity: LogEvent, MFAUsed: string, ConsoleLogin: string): LogEvent => ({
  ...base,
  eventName: 'ConsoleLogin',
  eventSource: 'signin.amazonaws.com',
  eventType: 'AwsConsoleSignIn',
  userIdentity: identity,
  additionalEventData: { MFAUsed },
  responseElements: { ConsoleLogin },
  ...(ConsoleLogin === 'Failure' && { errorMessage: 'Failed authentication' }),
})
const denied = (errorCode: string): LogEvent => ({
  ...base,
  eventSource: 'dynamodb.amazonaws.com',
  eventName: 'Scan',
  errorCode,
  errorMessage: 'denied',
})
const others: readonly LogEvent[] = [
  signIn(maria, 'No', 'Success'),
  signIn(maria, 'No', 'Failure'),
  signIn(
    { type: 'AssumedRole', arn: 'arn:aws:sts::123456789012:assumed-role/sso' },
    'No',
    'Success',
  ),
  signIn(rootUser, 'Yes', 'Success'),
  {
    ...base,
    eventSource: 'support.amazonaws.com',
    eventName: 'CreateCase',
    userIdentity: rootUser,
  },
  {
    ...base,
    eventSource: 'ec2.amazonaws.com',
    eventName: 'CreateTags',
    userIdentity: { ...rootUser, invokedBy: 'support.amazonaws.com' },
  },
  ...['AccessDenied', 'AccessDeniedException', 'Client.UnauthorizedOperation'].map(denied),
  { ...denied('AccessDenied'), sourceIPAddress: 'delivery.logs.amazonaws.com' },
  { ...denied('AccessDenied'), eventName: 'HeadBucket', eventSource: 's3.amazonaws.com' },
]
const events = [...routine, ...changes, ...others]

interface Row {
  readonly pattern: string
  /** The expected matches, written independently of the pattern; undefined if they are unknown. */
  readonly matches: (event: LogEvent) => boolean | undefined
  readonly passes?: readonly Short[]
  /** The checks for which the filter may match enough; all of them for a pattern that is not understood. */
  readonly manual?: readonly Short[]
}

const at = (event: LogEvent, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    event,
  )
const isNamed = (area: Area) => (event: LogEvent) =>
  namesOf(area).includes(String(event['eventName']))
const isOf = (area: Area) => (event: LogEvent) =>
  isNamed(area)(event) && event['eventSource'] === sourceOf(area)
const isRoot = (event: LogEvent) => at(event, 'userIdentity', 'type') === 'Root'
const isLogin = (event: LogEvent) => event['eventName'] === 'ConsoleLogin'
const isDenied = (event: LogEvent) =>
  /^AccessDenied|UnauthorizedOperation$/.test(String(event['errorCode']))
const isAny = () => true
const isNone = () => false
const isUnknown = () => undefined

const listed = (area: Area, quote = ''): string =>
  namesOf(area)
    .map((name) => `($.eventName = ${quote}${name}${quote})`)
    .join(' || ')
/** In the benchmarks, the patterns of some areas have the source and those of others have not. */
const benchmark = (area: Area): string => `{ ${listed(area)} }`
const withSource = (area: Area): string =>
  `{($.eventSource=${sourceOf(area)}) && (${listed(area).replaceAll(' ', '')})}`

const short: Readonly<Record<Area, Short>> = {
  iam: 'iam',
  cloudtrail: 'trails',
  kms: 'kms',
  s3: 's3',
  config: 'config',
  groups: 'groups',
  acls: 'acls',
  gateways: 'gateways',
  routes: 'routes',
  vpcs: 'vpcs',
  organizations: 'organizations',
}

const published: readonly Row[] = [
  ...(Object.keys(names) as Area[]).flatMap((area): Row[] => [
    { pattern: benchmark(area), matches: isNamed(area), passes: [short[area]] },
    { pattern: withSource(area), matches: isOf(area), passes: [short[area]] },
    { pattern: `{ ${listed(area, '"')} }`, matches: isNamed(area), passes: [short[area]] },
  ]),
  {
    pattern: '{($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*")}',
    matches: isDenied,
    passes: ['unauthorized'],
  },
  {
    pattern:
      '{ ($.errorCode ="*UnauthorizedOperation") || ($.errorCode ="AccessDenied*") && ($.sourceIPAddress!="delivery.logs.amazonaws.com") && ($.eventName!="HeadBucket") }',
    matches: (it) =>
      isDenied(it) &&
      it['sourceIPAddress'] !== 'delivery.logs.amazonaws.com' &&
      it['eventName'] !== 'HeadBucket',
    passes: ['unauthorized'],
  },
  {
    pattern:
      '{ ($.errorCode ="*UnauthorizedOperation") || ($.errorCode ="AccessDenied*") || ($.sourceIPAddress!="delivery.logs.amazonaws.com") || ($.eventName!="HeadBucket") }',
    matches: (it) =>
      isDenied(it) ||
      it['sourceIPAddress'] !== 'delivery.logs.amazonaws.com' ||
      it['eventName'] !== 'HeadBucket',
  },
  {
    pattern: '{ ($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed != "Yes") }',
    matches: (it) => isLogin(it) && at(it, 'additionalEventData', 'MFAUsed') !== 'Yes',
    passes: ['no_mfa'],
  },
  {
    pattern:
      '{ ($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed != "Yes") && ($.userIdentity.type = "IAMUser") && ($.responseElements.ConsoleLogin = "Success") }',
    matches: (it) =>
      isLogin(it) &&
      at(it, 'additionalEventData', 'MFAUsed') !== 'Yes' &&
      at(it, 'userIdentity', 'type') === 'IAMUser' &&
      at(it, 'responseElements', 'ConsoleLogin') === 'Success',
    passes: ['no_mfa'],
  },
  {
    pattern:
      '{ $.userIdentity.type = "Root" && $.userIdentity.invokedBy NOT EXISTS && $.eventType != "AwsServiceEvent" }',
    matches: (it) => isRoot(it) && at(it, 'userIdentity', 'invokedBy') === undefined,
    passes: ['root'],
  },
  { pattern: '{ $.userIdentity.type = Root }', matches: isRoot, passes: ['root'] },
  {
    pattern: '{ ($.eventName = ConsoleLogin) && ($.errorMessage = "Failed authentication") }',
    matches: (it) => isLogin(it) && it['errorMessage'] === 'Failed authentication',
    passes: ['failures'],
  },
]

const unusual: readonly Row[] = [
  { pattern: '', matches: isAny },
  { pattern: '{ $.eventName = * }', matches: isAny },
  { pattern: '{ $.eventName = "*" && $.eventSource = "*.amazonaws.com" }', matches: isAny },
  { pattern: '{ $.eventName EXISTS }', matches: isAny },
  { pattern: '{ $.no.such.member NOT EXISTS }', matches: isAny },
  { pattern: '{ $.eventVersion IS NULL }', matches: isNone },
  { pattern: '{ $.responseElements IS NULL }', matches: (it) => it['responseElements'] === null },
  { pattern: '{ $.readOnly IS FALSE }', matches: (it) => it['readOnly'] === false },
  { pattern: '{ $.readOnly IS TRUE }', matches: (it) => it['readOnly'] === true },
  { pattern: '{ $.readOnly = "true" }', matches: (it) => it['readOnly'] === true },
  { pattern: '{ $.eventVersion > 1 }', matches: isNone },
  { pattern: '{ $.eventVersion = 1.11 }', matches: isAny },
  {
    pattern: '{ $.requestParameters.maxResults >= 1000 }',
    matches: (it) => at(it, 'requestParameters', 'maxResults') === 1000,
  },
  {
    pattern: '{ $.resources[0].type = "AWS::S3::Object" }',
    matches: (it) => /^(Get|Put|Delete)Object$/.test(String(it['eventName'])),
  },
  {
    pattern: '{ $.eventSource = organizations.amazonaws.com }',
    matches: (it) => it['eventSource'] === 'organizations.amazonaws.com',
  },
  {
    pattern: '{ $.eventSource = organizations.amazonaws.com && $.readOnly IS FALSE }',
    matches: (it) => isOf('organizations')(it),
    passes: ['organizations'],
  },
  {
    pattern: '{ $.eventName = "*SecurityGroup*" }',
    matches: (it) => String(it['eventName']).includes('SecurityGroup'),
  },
  {
    pattern: '{ ($.eventName = "*SecurityGroup*") && ($.readOnly IS FALSE) }',
    matches: isNamed('groups'),
    passes: ['groups'],
  },
  {
    pattern: '{ ($.eventName = "Put*") || ($.eventName = "Delete*") }',
    matches: (it) => /^(Put|Delete)/.test(String(it['eventName'])),
  },
  { pattern: '{ $.errorCode = "*" }', matches: (it) => it['errorCode'] !== undefined },
  { pattern: '{ $.errorCode NOT EXISTS }', matches: (it) => it['errorCode'] === undefined },
  { pattern: '{ $.eventName = ConsoleLogin }', matches: isLogin },
  {
    pattern: '{ ($.eventName = ConsoleLogin) && ($.userIdentity.type = Root) }',
    matches: (it) => isLogin(it) && isRoot(it),
  },
  {
    pattern: `{ ((${listed('kms')})) && ($.userIdentity.userName = maria) }`,
    matches: isOf('kms'),
  },
  {
    pattern: `{ (${listed('kms')}) && ($.userIdentity.invokedBy NOT EXISTS) }`,
    matches: isOf('kms'),
  },
  {
    pattern: `{ (${listed('kms')}) && ($.awsRegion = us-east-1) }`,
    matches: isOf('kms'),
  },
  {
    pattern: `{ ((${listed('kms')}) || (${listed('groups')})) && (($.errorCode NOT EXISTS)) }`,
    matches: (it) => isNamed('kms')(it) || isNamed('groups')(it),
    passes: ['kms', 'groups'],
  },
  {
    pattern: '?DisableKey ?ScheduleKeyDeletion',
    matches: isNamed('kms'),
    passes: ['kms'],
  },
  { pattern: 'amazonaws', matches: isAny },
  { pattern: '"DisableKey" "ScheduleKeyDeletion"', matches: isNone },
  { pattern: '{ $.eventname = DisableKey || $.EventName = ScheduleKeyDeletion }', matches: isNone },
  {
    pattern: '{ ($.eventName = %^(DisableKey|ScheduleKeyDeletion)$%) }',
    matches: isUnknown,
    manual: shorts,
  },
  {
    pattern: '{ ($.eventSource = kms.amazonaws.com) && ($.eventName = %Key%) }',
    matches: (it) => (it['eventSource'] === 'kms.amazonaws.com' ? undefined : false),
    manual: ['kms'],
  },
  {
    pattern: '?DisableKey -maria',
    matches: isUnknown,
    manual: shorts,
  },
  {
    pattern: 'DisableKey -maria',
    matches: (it) => (it['eventName'] === 'DisableKey' ? undefined : false),
  },
  ...[
    '%DisableKey%',
    '[date, name = DisableKey]',
    '{ $.eventName = DisableKey',
    '{ $.eventName = DisableKey || }',
    '{ ($.eventName = DisableKey }',
    '{ $.eventName == DisableKey }',
    '{ $.["eventName"] = DisableKey }',
    "{ $.['eventName'] = DisableKey }",
    '{ $."eventName" = DisableKey }',
    '{ eventName = DisableKey }',
    '{ $.eventName = DisableKey } || { $.eventName = ScheduleKeyDeletion }',
    '{ NOT ($.eventName = DisableKey) }',
    '{}',
    '?DisableKey ScheduleKeyDeletion',
    `{ $.eventName = "${'x'.repeat(1100)}" }`,
  ].map((pattern): Row => ({ pattern, matches: isUnknown, manual: shorts })),
]

const family = new Map(cloudwatch.checks.map((check) => [check.id, check]))
const statusOf = (name: Short, pattern: string): string => {
  const check = family.get(ids[name])
  ok(check, name)
  return verdictOf(check as unknown as Check<Account>, watch(pattern)).status
}

const label = (pattern: string): string =>
  pattern.length > 90 ? `${pattern.slice(0, 60)} … ${pattern.slice(-25)}` : pattern || '(none)'

test('the tables have at least forty patterns and thirty events of routine', () => {
  ok(published.length + unusual.length >= 40)
  ok(routine.length >= 30)
  equal(new Set(Object.values(ids)).size, 15)
})

for (const { pattern, matches, passes = [], manual = [] } of [...published, ...unusual]) {
  test(`the pattern ${label(pattern)} matches these events`, () => {
    const read = readFilter(pattern)
    const found = events.map((event) => [event['eventName'], read.matches(event)])
    deepEqual(
      found,
      events.map((event) => [event['eventName'], matches(event)]),
    )
  })
  test(`the pattern ${label(pattern)} passes ${passes.join(', ') || 'no check'}`, () => {
    deepEqual(
      shorts.map((name) => [name, statusOf(name, pattern)]),
      shorts.map((name) => [
        name,
        passes.includes(name) ? 'PASS' : manual.includes(name) ? 'MANUAL' : 'FAIL',
      ]),
    )
  })
}

test('a condition on a member that only some events have is no evidence', () => {
  for (const member of [
    'sessionCredentialFromConsole',
    'vpcEndpointId',
    'sharedEventID',
    'additionalEventData',
    'resources',
    'tlsDetails',
  ])
    for (const condition of [`$.${member} EXISTS`, `$.${member} NOT EXISTS`, `$.${member} = "*"`])
      equal(statusOf('kms', `{ (${listed('kms')}) && (${condition}) }`), 'FAIL', condition)
  for (const member of ['userIdentity', 'requestParameters', 'responseElements'])
    equal(statusOf('kms', `{ (${listed('kms')}) && ($.${member} = "*") }`), 'FAIL', member)
})

test('a filter for all writes of a service is no evidence where writes are routine', () => {
  const writes = (source: string) =>
    `{ ($.eventSource = ${source}.amazonaws.com) && ($.readOnly IS FALSE) }`
  equal(statusOf('s3', writes('s3')), 'FAIL')
  equal(statusOf('iam', writes('iam')), 'FAIL')
  const named = '(($.eventName = "Put*") || ($.eventName = "Delete*"))'
  equal(statusOf('s3', `{ ($.eventSource = s3.amazonaws.com) && ${named} }`), 'FAIL')
})

test('a filter that leaves out a part of the events is no evidence', () => {
  const login = '($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed = "No")'
  equal(statusOf('no_mfa', `{ ${login} && ($.additionalEventData.LoginTo NOT EXISTS) }`), 'FAIL')
  equal(statusOf('root', '{ ($.userIdentity.type = "Root") && ($.errorCode NOT EXISTS) }'), 'FAIL')
  const denied = '($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*")'
  for (const more of ['$.eventSource = "a*"', '$.eventName = "*Call"'])
    equal(statusOf('unauthorized', `{ (${denied}) && (${more}) }`), 'FAIL')
})

test('no check covers a routine event: each event is matched by no published pattern', () => {
  const loud = published.filter(({ passes = [] }) => passes.length > 0)
  for (const { pattern } of loud) {
    const { matches } = readFilter(pattern)
    deepEqual(
      routine.filter((event) => matches(event) !== false).map((it) => it['eventName']),
      [],
      pattern,
    )
  }
})
