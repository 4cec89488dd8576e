/** The tools as data: the API call of each, and its description for assistants. */

/** JSON Schema of one argument. */
interface Argument {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly description?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly items?: { readonly type: 'string'; readonly enum?: readonly string[] }
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

export interface ApiTool {
  readonly name: string
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `{id}` is the argument `id`. */
  readonly path: string
  readonly arguments: Readonly<Record<string, Argument>>
  readonly required?: readonly string[]
  /** The query parameter of an argument; lists are sent with commas. */
  readonly query?: Readonly<Record<string, string>>
  /** The API returns the whole list: `page_number` and `page_size` are applied here. */
  readonly isWhole?: boolean
  /** Defaults of the query. */
  readonly always?: Readonly<Record<string, string>>
  /** The document that a write sends. */
  readonly body?: (given: Readonly<Record<string, unknown>>) => unknown
}

const text = (description: string): Argument => ({ type: 'string', description })
const uuid = (of: string): Argument => ({
  ...text(`The ID of ${of}, a UUID.`),
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
})
const texts = (description: string, values?: readonly string[]): Argument => ({
  type: 'array',
  description,
  items: { type: 'string', ...(values && { enum: values }) },
})
const statuses = ['FAIL', 'PASS', 'MANUAL']
const severities = ['critical', 'high', 'medium', 'low', 'informational']

const outcomes = [
  'assessed',
  'not_applicable',
  'denied',
  'throttled',
  'error',
  'capped',
  'excluded',
]

const paged: Readonly<Record<string, Argument>> = {
  page_number: { type: 'integer', description: 'Page number, starting at 1.', minimum: 1 },
  page_size: {
    type: 'integer',
    description: 'Rows per page, at most 100. Default: 20.',
    minimum: 1,
    maximum: 100,
  },
}
const pages = { page_number: 'page[number]', page_size: 'page[size]' }
const sort = text('A column of the list. Prefix it with - for descending order.')

const findingArguments = {
  status: texts('Statuses.', statuses),
  severity: texts('Severities.', severities),
  provider_id: uuid('a provider'),
  service: texts('Services, for example s3.'),
  region: texts('Regions.'),
  check_id: texts('Check IDs.'),
  resource_uid: text('The UID of a resource at its provider, for example an ARN.'),
  delta: texts('Findings that are new or changed in the latest scan.', ['new', 'changed']),
  muted: {
    type: 'boolean',
    description: 'True: only muted findings. False: only findings that are not muted.',
  },
  search: text('Words in the finding, its check or its resource.'),
} satisfies Readonly<Record<string, Argument>>
const findingQuery = {
  status: 'filter[status__in]',
  severity: 'filter[severity__in]',
  provider_id: 'filter[provider_id]',
  service: 'filter[service__in]',
  region: 'filter[region__in]',
  check_id: 'filter[check_id__in]',
  resource_uid: 'filter[resource_uid]',
  delta: 'filter[delta__in]',
  muted: 'filter[muted]',
  search: 'filter[search]',
}

/** A JSON:API document. */
const documentOf = (
  type: string,
  attributes: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
) => ({ data: { type, attributes, ...more } })

const reading: readonly ApiTool[] = [
  {
    name: 'list_findings',
    description: 'Lists findings of the latest scans. Start here, and review FAIL and MANUAL.',
    method: 'GET',
    path: '/findings/latest',
    arguments: { ...findingArguments, sort, ...paged },
    query: { ...findingQuery, sort: 'sort', ...pages },
    always: {
      'fields[findings]':
        'uid,status,status_extended,severity,check_id,muted,delta,first_seen_at,triage_status',
    },
  },
  {
    name: 'get_finding',
    description: 'Returns one finding with its values, risk, fix and resource.',
    method: 'GET',
    path: '/findings/{id}',
    arguments: { id: uuid('the finding') },
    required: ['id'],
    always: { include: 'resources' },
  },
  {
    name: 'count_findings_by_check',
    description:
      'Groups the findings of the latest scans by check, with the number of resources that fail each check.',
    method: 'GET',
    path: '/finding-groups/latest',
    arguments: { ...findingArguments, sort, ...paged },
    query: { ...findingQuery, sort: 'sort', ...pages },
  },
  {
    name: 'list_resources',
    description: 'Lists the resources in the latest scans.',
    method: 'GET',
    path: '/resources/latest',
    arguments: {
      provider_id: uuid('a provider'),
      service: texts('Services.'),
      region: texts('Regions.'),
      search: text('Words in the name or UID of the resource.'),
      ...paged,
    },
    query: {
      provider_id: 'filter[provider_id]',
      service: 'filter[service__in]',
      region: 'filter[region__in]',
      search: 'filter[search]',
      ...pages,
    },
  },
  {
    name: 'list_providers',
    description: 'Lists the providers (scanned accounts) and their connection status.',
    method: 'GET',
    path: '/providers',
    arguments: paged,
    query: pages,
  },
  {
    name: 'list_scans',
    description: 'Lists scans with their state and progress, newest first.',
    method: 'GET',
    path: '/scans',
    arguments: {
      provider_id: uuid('a provider'),
      state: texts('States.', [
        'available',
        'scheduled',
        'executing',
        'completed',
        'failed',
        'cancelled',
      ]),
      ...paged,
    },
    query: { provider_id: 'filter[provider]', state: 'filter[state__in]', ...pages },
    always: { sort: '-inserted_at' },
  },
  {
    name: 'get_scan_coverage',
    description:
      'Lists the data that a scan could not read, with the reason. Check this before you report that an account has no problems: unread resources have no findings.',
    method: 'GET',
    path: '/scans/{id}/coverage',
    arguments: {
      id: uuid('the scan'),
      outcome: texts('Outcomes. Default: the outcomes that are gaps.', outcomes),
      ...paged,
    },
    required: ['id'],
    query: { outcome: 'filter[outcome__in]', ...pages },
    always: { 'filter[outcome__in]': 'denied,throttled,error,capped,excluded' },
  },
  {
    name: 'count_findings',
    description: 'Counts the findings of the latest scans by status and delta.',
    method: 'GET',
    path: '/overviews/findings',
    arguments: { provider_id: uuid('a provider') },
    query: { provider_id: 'filter[provider_id]' },
  },
  {
    name: 'count_findings_by_severity',
    description: 'Counts the findings of the latest scans that are not muted, by severity.',
    method: 'GET',
    path: '/overviews/findings_severity',
    arguments: { provider_id: uuid('a provider'), status: texts('Statuses.', statuses) },
    query: { provider_id: 'filter[provider_id]', status: 'filter[status__in]' },
  },
  {
    name: 'list_compliance_frameworks',
    description:
      'Lists compliance frameworks with the number of requirements that pass, fail or require manual review. The status of a requirement depends only on the checks that were evaluated.',
    method: 'GET',
    path: '/compliance-overviews',
    arguments: { provider_type: text('The provider type, for example aws.'), ...paged },
    required: ['provider_type'],
    query: { provider_type: 'filter[provider_type]', ...pages },
  },
  {
    name: 'list_requirements',
    description: 'Lists the requirements of one framework with their status.',
    method: 'GET',
    path: '/compliance-overviews/requirements',
    arguments: {
      compliance_id: text('The framework, for example cis_2.0_aws.'),
      provider_type: text('The provider type, for example aws.'),
      ...paged,
    },
    required: ['compliance_id', 'provider_type'],
    query: { compliance_id: 'filter[compliance_id]', provider_type: 'filter[provider_type]' },
    isWhole: true,
  },
  {
    name: 'get_task',
    description: 'Returns the state of a background task, such as a scan or a connection test.',
    method: 'GET',
    path: '/tasks/{id}',
    arguments: { id: uuid('the task') },
    required: ['id'],
  },
]

const writing: readonly ApiTool[] = [
  {
    name: 'start_scan',
    description: 'Starts a scan of an account, or of up to ten of its resources. Returns a task.',
    method: 'POST',
    path: '/scans',
    arguments: {
      provider_id: uuid('the provider'),
      resource_uids: { ...texts('Scan only these resources.'), maxItems: 10 },
      name: text('The name of the scan.'),
    },
    required: ['provider_id'],
    body: ({ provider_id, resource_uids, name }) =>
      documentOf(
        'scans',
        {
          ...(name !== undefined && { name }),
          ...(resource_uids !== undefined && { resource_uids }),
        },
        { relationships: { provider: { data: { type: 'providers', id: provider_id } } } },
      ),
  },
  {
    name: 'triage_finding',
    description:
      'Sets the triage status of a finding. `resolved` requires a MANUAL finding and a note as evidence.',
    method: 'PATCH',
    path: '/findings/{uid}/triage',
    arguments: {
      uid: text('The UID of the finding.'),
      status: {
        type: 'string',
        enum: [
          'open',
          'under_review',
          'remediating',
          'risk_accepted',
          'false_positive',
          'resolved',
        ],
      },
      note: text('The reason, at most 500 characters.'),
    },
    required: ['uid', 'status'],
    body: ({ uid, status, note }) =>
      documentOf('finding-triages', { status, ...(note !== undefined && { note }) }, { id: uid }),
  },
  {
    name: 'mute_findings',
    description:
      'Mutes findings with a reason. Creates a mute rule that users can disable or delete.',
    method: 'POST',
    path: '/mute-rules',
    arguments: {
      name: text('The name of the rule, 3 to 100 characters.'),
      reason: text('The reason, 3 to 500 characters.'),
      finding_ids: texts('IDs of the findings.'),
    },
    required: ['name', 'reason', 'finding_ids'],
    body: ({ name, reason, finding_ids }) =>
      documentOf('mute-rules', { name, reason, finding_ids }),
  },
  {
    name: 'test_connection',
    description: 'Tests the connection to an account with its credentials. Returns a task.',
    method: 'POST',
    path: '/providers/{id}/connection',
    arguments: { id: uuid('the provider') },
    required: ['id'],
  },
  {
    name: 'cancel_task',
    description: 'Cancels the task of a queued or running scan.',
    method: 'DELETE',
    path: '/tasks/{id}',
    arguments: { id: uuid('the task') },
    required: ['id'],
  },
]

/** Those that only read, or all. */
export const toolsOf = (mayWrite: boolean): readonly ApiTool[] =>
  mayWrite ? [...reading, ...writing] : reading

/** Its arguments as JSON Schema; what is not named is refused. */
export const schemaOf = ({ arguments: properties, required = [] }: ApiTool) => ({
  type: 'object' as const,
  properties,
  required: [...required],
  additionalProperties: false,
})
