/** Every type of integration: what is written of it, and which providers it may have. */
import { X509Certificate } from 'node:crypto'
import {
  below,
  boolean,
  collect,
  email,
  type Field,
  failed,
  invalid,
  oneOf,
  optional,
  type Problem,
  raise,
  nameText,
  text,
} from '@plumbline/jsonapi'
import {
  about,
  awsKeyMembers,
  awsRoleMembers,
  checkExternalId,
  fileText,
  hidden,
  type Shape,
  shape,
  wholeNumber,
} from '../providers/index.ts'
import { isWebhookSecret } from '../../targets/webhook/index.ts'
import { jiraConfiguration } from './jira-configuration.ts'

export interface IntegrationType {
  /** As people call it. */
  readonly name: string
  readonly configuration: Shape
  /** Defaults for members that a configuration leaves out. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly credentials: Shape
  /**
   * The members that name the host that credentials are sent to: another host requires them again. A bucket, index or
   * channel on the same host does not, since the credentials define which of those they may write.
   */
  readonly sentTo?: readonly string[]
  /** `one`: exactly one AWS account, which has one integration of this type. */
  readonly providers: 'none' | 'any' | 'one'
}

const { aws_access_key_id, aws_secret_access_key, aws_session_token } = awsKeyMembers
const { role_arn, external_id, ...ofRole } = awsRoleMembers
const awsMembers = {
  ...ofRole,
  role_arn: optional(role_arn),
  external_id: optional(external_id),
  aws_access_key_id: optional(aws_access_key_id),
  aws_secret_access_key: optional(aws_secret_access_key),
  aws_session_token,
}
const together = { names: ['aws_access_key_id', 'aws_secret_access_key'] }

const bucketName = text({
  min: 3,
  max: 63,
  pattern: /^[a-z0-9][a-z0-9.-]*[a-z0-9]$/,
  patternName: 'a bucket name of lowercase letters, digits, dots and hyphens',
})
const directory = text({
  min: 1,
  max: 900,
  pattern: /^[^<>:"|?*\p{Cc}]+$/u,
  patternName: 'a path without <>:"|?* and control characters',
})
const storeAddress = text({
  max: 300,
  pattern: /^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/?$/i,
  patternName: 'the scheme and host of a server, for example https://storage.example.com',
})
const accountId = text({ pattern: /^\d{12}$/, patternName: 'an ID of 12 digits' })
const kmsKey = text({
  min: 1,
  max: 2_048,
  pattern: /^[\w:/-]+$/,
  patternName: 'the ID, ARN or alias of a key',
})
const short = nameText({ min: 1, max: 1_024 })
const headerText = text({
  min: 1,
  max: 1_024,
  pattern: /^[\x21-\x7e]+$/,
  patternName: 'a token without spaces and control characters',
})
const addressText = text({
  max: 2_048,
  pattern: /^https:\/\/[^\s/?#@]+([/?][^\s#]*)?$/i,
  patternName: 'a URL that begins with https://',
})
const address: Field<string> = {
  schema: addressText.schema,
  read(value, fault) {
    const read = addressText.read(value, fault)
    return read === failed || URL.canParse(read) ? read : fault('Must be a URL.')
  },
}
const hostName = text({
  max: 253,
  pattern: /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
  patternName: 'a hostname',
})
const pem = fileText(text({ min: 1, max: 65_536 }), 'application/x-pem-file')
/** An invalid one would be ignored, and the receiver's own certificate would be reported as untrusted. */
const certificate: Field<string> = {
  schema: pem.schema,
  read(value, fault) {
    const read = pem.read(value, fault)
    return read === failed || isCertificate(read) ? read : fault('Must be a PEM certificate.')
  },
}
function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0
  } catch {
    return false
  }
}
const indexName = text({
  max: 80,
  pattern: /^[a-z0-9][a-z0-9_-]*$/,
  patternName: 'an index name',
})
const signingSecret: Field<string> = {
  schema: { type: 'string', pattern: '^whsec_' },
  read: (value, fault) =>
    typeof value === 'string' && isWebhookSecret(value)
      ? value
      : fault('Must be whsec_ followed by 24 to 64 bytes in base64.'),
}
const siteName = text({
  min: 1,
  max: 63,
  pattern: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
  patternName: 'only the site name, for example "acme" for acme.atlassian.net',
})

export const integrationTypes = {
  amazon_s3: {
    name: 'Amazon S3',
    configuration: shape('Amazon S3 bucket', {
      bucket_name: bucketName,
      output_directory: optional(directory),
      endpoint_url: optional(about(storeAddress, 'Endpoint of an S3-compatible store.')),
      expected_bucket_owner: optional(
        about(accountId, 'ID of the AWS account that must own the bucket.'),
      ),
      kms_key_id: optional(about(kmsKey, 'KMS key that encrypts the objects.')),
    }),
    defaults: { output_directory: 'output' },
    credentials: shape('AWS access key, or role', awsMembers, {
      someOf: ['aws_access_key_id', 'role_arn'],
      together,
    }),
    sentTo: ['endpoint_url'],
    providers: 'any',
  },
  aws_security_hub: {
    name: 'AWS Security Hub',
    configuration: shape('AWS Security Hub', {
      send_only_fails: optional(boolean),
      archive_previous_findings: optional(boolean),
    }),
    defaults: { send_only_fails: false, archive_previous_findings: false },
    credentials: shape(
      'AWS access key, or role. If omitted, the credentials of the provider are used',
      awsMembers,
      {
        together,
      },
    ),
    providers: 'one',
  },
  jira: {
    name: 'Jira',
    configuration: jiraConfiguration,
    defaults: {},
    credentials: shape('Jira site and API token', {
      domain: siteName,
      user_mail: email,
      api_token: hidden(text({ min: 1, max: 4_096 })),
    }),
    providers: 'none',
  },
  slack: {
    name: 'Slack',
    configuration: shape('Slack channel', {
      channel: about(short, 'Channel ID, or its name with a leading #. The bot must be a member.'),
    }),
    defaults: {},
    credentials: shape('Slack bot token', {
      token: hidden(
        text({
          max: 500,
          pattern: /^xox[bp]-[\w-]+$/,
          patternName: 'a bot token, for example xoxb-…',
        }),
      ),
    }),
    providers: 'any',
  },
  splunk: {
    name: 'Splunk',
    configuration: shape('Splunk HTTP Event Collector', {
      url: about(storeAddress, 'Scheme and host of the event collector.'),
      index: optional(about(indexName, 'Default: the value of the token.')),
      acknowledge: optional(
        about(boolean, 'Wait until events are indexed, if the token supports it.'),
      ),
    }),
    defaults: { acknowledge: false },
    credentials: shape('Collector token', { token: hidden(headerText) }),
    sentTo: ['url'],
    providers: 'any',
  },
  syslog: {
    name: 'syslog',
    configuration: shape('Syslog server over TLS', {
      host: hostName,
      port: optional(wholeNumber({ min: 1, max: 65_535 })),
      facility: optional(wholeNumber({ min: 0, max: 23 })),
      ca: optional(certificate),
    }),
    defaults: { port: 6_514, facility: 16 },
    credentials: shape('syslog (no credentials)', {}),
    providers: 'any',
  },
  teams: {
    name: 'Microsoft Teams',
    configuration: shape('Microsoft Teams (no configuration)', {}),
    defaults: {},
    credentials: shape('Workflow URL', { url: hidden(address) }),
    providers: 'any',
  },
  webhook: {
    name: 'Webhook',
    configuration: shape('Webhook (no configuration)', {}),
    defaults: {},
    credentials: shape('Webhook URL and signing secret', {
      url: hidden(address), // receivers have keys in theirs
      secret: hidden(signingSecret),
      former_secret: optional(
        about(
          hidden(signingSecret),
          'Previous secret. Deliveries are signed with both until you remove it.',
        ),
      ),
    }),
    providers: 'any',
  },
} as const satisfies Readonly<Record<string, IntegrationType>>

export type TypeName = keyof typeof integrationTypes
export const typeNames = Object.keys(integrationTypes) as [TypeName, ...TypeName[]]
export const integrationType = oneOf(...typeNames)

export const typeOf = (name: TypeName): IntegrationType => integrationTypes[name]

type Member = 'configuration' | 'credentials'

/** One of the two as it is stored; every fault points to its field. */
function readMember(type: TypeName, member: Member, value: unknown): Record<string, unknown> {
  const problems: Problem[] = []
  const field: Shape = integrationTypes[type][member]
  const fault = below(collect(problems), `/data/attributes/${member}`)
  const read = field.read(value, fault)
  raise(problems)
  if (read === failed) throw new Error('A member that is not taken has a problem.')
  return { ...read }
}

/** What is written over what was there, with the defaults below. Null removes a member. */
export const readConfiguration = (
  type: TypeName,
  value: unknown,
  before?: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const { defaults }: IntegrationType = integrationTypes[type]
  const merged =
    before && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries({ ...before, ...value }).filter(([, member]) => member !== null),
        )
      : value
  return { ...defaults, ...readMember(type, 'configuration', merged) }
}

/** Whether stored credentials would be sent to another receiver than their author specified. */
export function goesToAnother(
  type: TypeName,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  const { sentTo = [] } = typeOf(type)
  return sentTo.some((name) => before[name] !== after[name])
}

/** What is shown of credentials: the site that they are of. */
export function shownOf(read: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { domain, url } = read
  if (typeof domain === 'string') return { domain }
  return typeof url === 'string' ? { host: new URL(url).host } : {}
}

const awsTypes: ReadonlySet<TypeName> = new Set(['amazon_s3', 'aws_security_hub'])

export function readCredentials(
  type: TypeName,
  value: unknown,
  tenantId: string,
): Record<string, unknown> {
  const read = readMember(type, 'credentials', value)
  if (typeof read['domain'] === 'string') read['domain'] = read['domain'].toLowerCase()
  if (awsTypes.has(type)) checkRole(read, tenantId)
  return read
}

function checkRole(read: Readonly<Record<string, unknown>>, tenantId: string): void {
  const pointer = '/data/attributes/credentials'
  if (read['role_arn'] !== undefined && read['external_id'] === undefined)
    throw invalid(`${pointer}/external_id`, 'Required together with role_arn.', 'required')
  checkExternalId('aws', read, tenantId, pointer)
}
