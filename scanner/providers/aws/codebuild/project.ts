// Stores only the names of a project's variables, and whether URLs contain a password.
import { type Maybe, unread } from '../../../kit/index.ts'
import { holdsCredentials } from '../secrets.ts'
import type { Project, WebhookFilter } from './resources.ts'

interface Source {
  type?: string
  location?: string
  buildspec?: string
  sourceIdentifier?: string
}

interface Webhook {
  filterGroups?: { type?: string; pattern?: string; excludeMatchedPattern?: boolean }[][]
}

export interface Described {
  name: string
  arn: string
  source?: Source
  secondarySources?: Source[]
  environment?: { environmentVariables?: { name: string; value?: string; type?: string }[] }
  projectVisibility?: string
  logsConfig?: {
    cloudWatchLogs?: { status?: string }
    s3Logs?: { status?: string; encryptionDisabled?: boolean }
  }
  webhook?: Webhook
}

/** A variable is in plain text unless its type names a store; an ARN is only a reference. */
const isPlain = ({ type = 'PLAINTEXT', value = '' }: { type?: string; value?: string }): boolean =>
  type === 'PLAINTEXT' && value !== '' && !value.startsWith('arn:')

/** Commands inside the project: a multi-line document, or one that begins like YAML or JSON. */
const isInline = (buildspec: string): boolean =>
  /\n|^\s*(\{|---|[\w"'-]+\s*:\s)/.test(buildspec.trimEnd())

function buildspecFile({ type, buildspec }: Source): string | null {
  if (type === 'NO_SOURCE') return null
  if (!buildspec) return 'buildspec.yml'
  return buildspec.startsWith('arn:') || isInline(buildspec) ? null : buildspec
}

const visibilities: Readonly<Record<string, boolean>> = { PUBLIC_READ: true, PRIVATE: false }

/** Types of sources without a location. */
const withoutLocation = new Set(['CODEPIPELINE', 'NO_SOURCE'])

/** Returns the first required field that a description lacks, or null. */
export function missingIn({
  source,
  environment,
  secondarySources = [],
  webhook,
  logsConfig: logs,
}: Described): string | null {
  if (!source?.type || !environment) return 'source or environment'
  if (
    [source, ...secondarySources].some((it) => !it.location && !withoutLocation.has(it.type ?? ''))
  )
    return 'source.location'
  if (environment.environmentVariables?.some(({ value }) => value === undefined))
    return 'environmentVariables.value'
  // Logs are sent to CloudWatch unless configured otherwise. A configuration always has a status.
  if ([logs?.cloudWatchLogs, logs?.s3Logs].some((it) => it && !it.status))
    return 'logsConfig.status'
  return webhook?.filterGroups?.flat().some(({ type }) => !type) ? 'filterGroups.type' : null
}

/** Unread without the list: the filters of such a webhook are unknown. */
const filtersOf = ({ filterGroups }: Webhook): Maybe<readonly WebhookFilter[]> =>
  filterGroups
    ?.flat()
    .flatMap(({ type = '', pattern = '', ...rest }) =>
      rest.excludeMatchedPattern ? [] : [{ type, pattern }],
    ) ?? unread('broken_answer', { outcome: 'error', action: 'codebuild:BatchGetProjects' })

export function projectOf(it: Described, region: string): Project {
  const { source = {}, secondarySources = [], logsConfig: logs, webhook } = it
  const s3 = logs?.s3Logs?.status === 'ENABLED'
  return {
    uid: it.arn,
    name: it.name,
    region,
    plain_variables: (it.environment?.environmentVariables ?? [])
      .filter(isPlain)
      .map(({ name }) => name),
    credentials_in: [source, ...secondarySources]
      .filter(({ location = '' }) => holdsCredentials(location))
      .map(({ sourceIdentifier }) => sourceIdentifier ?? 'primary'),
    public: visibilities[it.projectVisibility ?? ''] ?? null,
    logs: s3 || (logs?.cloudWatchLogs?.status ?? 'ENABLED') === 'ENABLED',
    s3_logs_encrypted: s3 ? logs?.s3Logs?.encryptionDisabled !== true : null,
    buildspec_file: buildspecFile(source),
    filters: webhook ? filtersOf(webhook) : null,
  }
}
