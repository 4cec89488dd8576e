/** The tools as data: what each asks of the public API, and what an assistant is told of it. */

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
  /** The API gives the whole list: `page_number` and `page_size` choose from it here. */
  readonly isWhole?: boolean
  /** What a call asks for unless its arguments say otherwise. */
  readonly always?: Readonly<Record<string, string>>
  /** The document that a write sends. */
  readonly body?: (given: Readonly<Record<string, unknown>>) => unknown
}

const text = (description: string): Argument => ({ type: 'string', description })
const uuid = (of: string): Argument => ({
  ...text(`The id of ${of}, a UUID.`),
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
  page_number: { type: 'integer', description: 'Counted from 1.', minimum: 1 },
  page_size: {
    type: 'integer',
    description: 'At most 100; 20 unless told.',
    minimum: 1,
    maximum: 100,
  },
}
const pages = { page_number: 'page[number]', page_size: 'page[size]' }
const sort = text('A column of the list; with - in front, the largest first.')

const findingArguments = {
  status: texts('Verdicts.', statuses),
  severity: texts('Severities.', severities),
  provider_id: uuid('a provider'),
  service: texts('Services, as s3.'),
  region: texts('Regions.'),
  check_id: texts('Checks, by id.'),
  resource_uid: text('A resource, as the cloud names it.'),
  delta: texts('What the newest scan found new or changed.', ['new', 'changed']),
  muted: { type: 'boolean', description: 'Only muted ones, or none of them.' },
  search: text('Words of the finding, its check or its resource.'),
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
    description: 'Findings of the latest scans. Start here, and review FAIL and MANUAL.',
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
    description: 'One finding in full: the values, the risk, the fix and the resource.',
    method: 'GET',
    path: '/findings/{id}',
    arguments: { id: uuid('the finding') },
    required: ['id'],
    always: { include: 'resources' },
  },
  {
    name: 'count_findings_by_check',
    description: 'Findings of the latest scans by check, with how many resources fail each.',
    method: 'GET',
    path: '/finding-groups/latest',
    arguments: { ...findingArguments, sort, ...paged },
    query: { ...findingQuery, sort: 'sort', ...pages },
  },
  {
    name: 'list_resources',
    description: 'Resources that the latest scans saw.',
    method: 'GET',
    path: '/resources/latest',
    arguments: {
      provider_id: uuid('a provider'),
      service: texts('Services.'),
      region: texts('Regions.'),
      search: text('Words of its name or uid.'),
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
    description: 'The accounts that are scanned, and whether they can be reached.',
    method: 'GET',
    path: '/providers',
    arguments: paged,
    query: pages,
  },
  {
    name: 'list_scans',
    description: 'Scans, the newest first, with their state and progress.',
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
      'What a scan could not read, and why. Check this before you report that an account has no problems: unread resources have no findings.',
    method: 'GET',
    path: '/scans/{id}/coverage',
    arguments: {
      id: uuid('the scan'),
      outcome: texts('Outcomes; the gaps unless told.', outcomes),
      ...paged,
    },
    required: ['id'],
    query: { outcome: 'filter[outcome__in]', ...pages },
    always: { 'filter[outcome__in]': 'denied,throttled,error,capped,excluded' },
  },
  {
    name: 'count_findings',
    description: 'How many findings the latest scans have, by status and delta.',
    method: 'GET',
    path: '/overviews/findings',
    arguments: { provider_id: uuid('a provider') },
    query: { provider_id: 'filter[provider_id]' },
  },
  {
    name: 'count_findings_by_severity',
    description: 'How many findings that are not muted the latest scans have, by severity.',
    method: 'GET',
    path: '/overviews/findings_severity',
    arguments: { provider_id: uuid('a provider'), status: texts('Verdicts.', statuses) },
    query: { provider_id: 'filter[provider_id]', status: 'filter[status__in]' },
  },
  {
    name: 'list_compliance_frameworks',
    description:
      'Frameworks with how many requirements pass, fail or are for people. A requirement is judged only as far as its checks were.',
    method: 'GET',
    path: '/compliance-overviews',
    arguments: { provider_type: text('The kind of account, as aws.'), ...paged },
    required: ['provider_type'],
    query: { provider_type: 'filter[provider_type]', ...pages },
  },
  {
    name: 'list_requirements',
    description: 'The requirements of one framework with their status.',
    method: 'GET',
    path: '/compliance-overviews/requirements',
    arguments: {
      compliance_id: text('The framework, as cis_2.0_aws.'),
      provider_type: text('The kind of account, as aws.'),
      ...paged,
    },
    required: ['compliance_id', 'provider_type'],
    query: { compliance_id: 'filter[compliance_id]', provider_type: 'filter[provider_type]' },
    isWhole: true,
  },
  {
    name: 'get_task',
    description: 'State of a background task, such as a scan or a connection test.',
    method: 'GET',
    path: '/tasks/{id}',
    arguments: { id: uuid('the task') },
    required: ['id'],
  },
]

const writing: readonly ApiTool[] = [
  {
    name: 'start_scan',
    description: 'Scans an account again, or up to ten of its resources. Answers with a task.',
    method: 'POST',
    path: '/scans',
    arguments: {
      provider_id: uuid('the provider'),
      resource_uids: { ...texts('Only these resources.'), maxItems: 10 },
      name: text('What to call the scan.'),
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
      uid: text('The uid of the finding.'),
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
      note: text('Why, at most 500 characters.'),
    },
    required: ['uid', 'status'],
    body: ({ uid, status, note }) =>
      documentOf('finding-triages', { status, ...(note !== undefined && { note }) }, { id: uid }),
  },
  {
    name: 'mute_findings',
    description: 'Mutes findings with a reason, by a rule that people can end.',
    method: 'POST',
    path: '/mute-rules',
    arguments: {
      name: text('The rule, 3 to 100 characters.'),
      reason: text('Why, 3 to 500 characters.'),
      finding_ids: texts('Ids of findings.'),
    },
    required: ['name', 'reason', 'finding_ids'],
    body: ({ name, reason, finding_ids }) =>
      documentOf('mute-rules', { name, reason, finding_ids }),
  },
  {
    name: 'test_connection',
    description:
      'Asks whether an account can be reached with its credentials. Answers with a task.',
    method: 'POST',
    path: '/providers/{id}/connection',
    arguments: { id: uuid('the provider') },
    required: ['id'],
  },
  {
    name: 'cancel_task',
    description: 'Cancels a queued or running scan, by its task.',
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
