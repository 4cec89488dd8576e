/** Integration types: descriptions, and the fields to connect one. */
import type { Row } from '../api/documents.ts'

export type Integration = Row<'integrations'>
export type TypeName = Integration['integration_type']

export interface TypeField {
  /** The name in the API. */
  readonly name: string
  readonly label: string
  /** `secret` is hidden while typing; `document` and `json` have several lines. */
  readonly input: 'text' | 'secret' | 'number' | 'checkbox' | 'document' | 'json'
  readonly required?: true
  readonly placeholder?: string
  /** `{tenant}` is replaced by the id of the tenant. */
  readonly hint?: string
  /** A credential that the configuration also contains. */
  readonly isShown?: true
  /** A checkbox that is checked by default. */
  readonly isOn?: true
}

export interface IntegrationType {
  readonly name: string
  /** The data that the integration receives, and when. */
  readonly about: string
  readonly configuration: readonly TypeField[]
  readonly credentials: readonly TypeField[]
  /** The text above the credentials. */
  readonly note?: string
  /** `one`: an AWS account. */
  readonly providers: 'none' | 'any' | 'one'
}

const aws: readonly TypeField[] = [
  { name: 'aws_access_key_id', label: 'Access key ID', input: 'text' },
  { name: 'aws_secret_access_key', label: 'Secret access key', input: 'secret' },
  { name: 'aws_session_token', label: 'Session token', input: 'secret' },
  {
    name: 'role_arn',
    label: 'Role ARN',
    input: 'text',
    placeholder: 'arn:aws:iam::123456789012:role/…',
    hint: 'Assumed with the key above. Without a key, the server assumes it with its own identity, if the operator allows this.',
  },
  {
    name: 'external_id',
    label: 'External ID',
    input: 'text',
    hint: 'Required with a role. Without a key, it must be the ID of this tenant: {tenant}.',
  },
  { name: 'role_session_name', label: 'Session name', input: 'text' },
  {
    name: 'session_duration',
    label: 'Session duration',
    input: 'number',
    hint: 'Seconds, 900 to 43,200.',
  },
]

const afterScans = 'after each full scan of its providers'

export const types: Readonly<Record<TypeName, IntegrationType>> = {
  amazon_s3: {
    name: 'Amazon S3',
    about: `Files with all findings and compliance results, ${afterScans}.`,
    configuration: [
      { name: 'bucket_name', label: 'Bucket', input: 'text', required: true },
      {
        name: 'output_directory',
        label: 'Directory',
        input: 'text',
        placeholder: 'output',
      },
      {
        name: 'endpoint_url',
        label: 'Endpoint URL',
        input: 'text',
        placeholder: 'https://…',
        hint: 'URL of an S3-compatible store other than Amazon S3.',
      },
      {
        name: 'expected_bucket_owner',
        label: 'Bucket owner',
        input: 'text',
        hint: 'The account that must own the bucket, 12 digits.',
      },
      {
        name: 'kms_key_id',
        label: 'KMS key',
        input: 'text',
        hint: 'ID, ARN or alias of the key to encrypt objects with.',
      },
    ],
    credentials: aws,
    note: 'Enter a key, a role, or a key that assumes a role.',
    providers: 'any',
  },
  aws_security_hub: {
    name: 'AWS Security Hub',
    about: `Findings of one AWS account in its own Security Hub, ${afterScans.replace('its providers', 'it')}.`,
    configuration: [
      { name: 'send_only_fails', label: 'Send only failing findings', input: 'checkbox' },
      {
        name: 'archive_previous_findings',
        label: 'Archive findings that no longer exist',
        input: 'checkbox',
      },
    ],
    credentials: aws,
    note: 'Default: the credentials of the provider.',
    providers: 'one',
  },
  jira: {
    name: 'Jira',
    about: 'Issues for findings that users send from the findings list.',
    configuration: [
      {
        name: 'field_values',
        label: 'Values of required fields',
        input: 'json',
        placeholder: '{ "OPS": { "customfield_10010": { "value": "Red" } } }',
        hint: 'By project key and field ID, in the format of the Jira API.',
      },
      {
        name: 'recheck_done',
        label: 'Scan resources of closed issues again',
        input: 'checkbox',
        isOn: true,
        hint: 'When an issue is closed in Jira, its resources are scanned again.',
      },
    ],
    credentials: [
      {
        name: 'domain',
        label: 'Site',
        input: 'text',
        required: true,
        isShown: true,
        hint: 'Only the site name: “acme” for acme.atlassian.net.',
      },
      {
        name: 'user_mail',
        label: 'Account email',
        input: 'text',
        required: true,
        hint: 'Issues are created by this account.',
      },
      { name: 'api_token', label: 'API token', input: 'secret', required: true },
    ],
    providers: 'none',
  },
  slack: {
    name: 'Slack',
    about: `A channel message ${afterScans} in which results got worse.`,
    configuration: [
      {
        name: 'channel',
        label: 'Channel',
        input: 'text',
        required: true,
        placeholder: '#security',
        hint: 'Channel ID, or its name with a leading #. The bot must be a member.',
      },
    ],
    credentials: [
      {
        name: 'token',
        label: 'Bot token',
        input: 'secret',
        required: true,
        hint: 'Starts with xoxb-.',
      },
    ],
    providers: 'any',
  },
  splunk: {
    name: 'Splunk',
    about: `An event for each finding that changed, ${afterScans}.`,
    configuration: [
      {
        name: 'url',
        label: 'Collector URL',
        input: 'text',
        required: true,
        placeholder: 'https://splunk.example.com:8088',
        hint: 'Scheme and host.',
      },
      { name: 'index', label: 'Index', input: 'text', hint: 'Default: the index of the token.' },
      {
        name: 'acknowledge',
        label: 'Wait until events are indexed',
        input: 'checkbox',
        hint: 'The token must have indexer acknowledgment enabled.',
      },
    ],
    credentials: [{ name: 'token', label: 'Token', input: 'secret', required: true }],
    providers: 'any',
  },
  syslog: {
    name: 'syslog',
    about: `A message over TLS for each finding that changed, ${afterScans}.`,
    configuration: [
      { name: 'host', label: 'Host', input: 'text', required: true },
      { name: 'port', label: 'Port', input: 'number', placeholder: '6514' },
      {
        name: 'facility',
        label: 'Facility',
        input: 'number',
        placeholder: '16',
        hint: '0 to 23; 16 is local0.',
      },
      {
        name: 'ca',
        label: 'CA certificate',
        input: 'document',
        hint: 'PEM certificate of your own CA, if the receiver’s certificate is signed by it.',
      },
    ],
    credentials: [],
    providers: 'any',
  },
  teams: {
    name: 'Microsoft Teams',
    about: `A card ${afterScans} in which results got worse.`,
    configuration: [],
    credentials: [
      {
        name: 'url',
        label: 'Workflow URL',
        input: 'secret',
        required: true,
        hint: 'Anyone with this URL can post, so it is not shown again.',
      },
    ],
    providers: 'any',
  },
  webhook: {
    name: 'Webhook',
    about: `An event ${afterScans} in which results got worse, signed according to Standard Webhooks.`,
    configuration: [],
    credentials: [
      {
        name: 'url',
        label: 'URL',
        input: 'secret',
        required: true,
        hint: 'Starts with https:// and is not shown again.',
      },
      {
        name: 'secret',
        label: 'Signing secret',
        input: 'secret',
        required: true,
        hint: 'whsec_ followed by 24 to 64 bytes in base64.',
      },
      {
        name: 'former_secret',
        label: 'Previous signing secret',
        input: 'secret',
        hint: 'Deliveries are signed with both secrets until you remove this one.',
      },
    ],
    providers: 'any',
  },
}

export const typeNames = Object.keys(types) as readonly TypeName[]
export const isType = (name: string | undefined): name is TypeName =>
  name !== undefined && Object.hasOwn(types, name)

/** Fields that show the API's errors; checkboxes cannot. */
export const fieldNames = (type: TypeName): readonly string[] =>
  [...types[type].configuration, ...types[type].credentials].flatMap(({ name, input }) =>
    input === 'checkbox' ? [] : [name],
  )

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** A short description of the target; undefined if none of it can be shown. */
export function placeOf({
  integration_type,
  configuration,
}: Pick<Integration, 'integration_type' | 'configuration'>): string | undefined {
  const { domain, channel, bucket_name, url, host, port } = configuration
  switch (integration_type) {
    case 'jira':
      return domain === undefined ? undefined : `${textOf(domain)}.atlassian.net`
    case 'slack':
      return textOf(channel)
    case 'amazon_s3':
      return textOf(bucket_name)
    case 'splunk':
      return textOf(url)?.replace(/^https:\/\//, '')
    case 'syslog':
      return `${textOf(host)}:${textOf(port)}`
    default:
      return textOf(host)
  }
}

export function titleOf(integration: Pick<Integration, 'integration_type' | 'configuration'>) {
  const { name } = types[integration.integration_type]
  const place = placeOf(integration)
  return place ? `${name}, ${place}` : name
}
