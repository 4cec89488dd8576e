import {
  badGateway,
  draft,
  failed,
  type Field,
  invalid,
  invalidParameter,
  list as listOf,
  notFound,
  nullable,
  object,
  oneOf,
  optional,
  readOnly,
  resource,
  text,
  unavailable,
  uuid,
} from '@plumbline/jsonapi'
import { raw, type Tx } from '../../platform/db/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { type Endpoint, fetchedOne, queue } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import {
  issueFields,
  issueTypes,
  type JiraField,
  type JiraIssueType,
  requiredFields,
} from '../../targets/jira/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { open } from './credentials.ts'
import { queueDeliveries } from './delivery-store.ts'
import { deliveriesOf } from './jira-dispatch.ts'
import { jiraAccess } from './jira-access.ts'
import { dispatchToJira } from './jira-task.ts'
import type { Integration } from './resource.ts'
import { about } from './routes.ts'
import { byId } from './store.ts'

const projectKey = text({ min: 1, max: 255 })
const issueType = text({ min: 1, max: 255 })

/** What may be made in a project. Its id is the key of the project. */
const jiraIssueTypes = resource('jira-issue-types', {
  id: text,
  attributes: {
    project_key: readOnly(text),
    issue_types: readOnly(listOf(text)),
    /** The fields that a mapping must set for the requested type. */
    required_fields: readOnly(
      nullable(listOf(object({ id: text, name: text, type: text, allowed: listOf(text) }))),
    ),
  },
})

const dispatchDraft = draft('integrations-jira-dispatches', {
  attributes: {
    project_key: projectKey,
    issue_type: issueType,
    dispatch_mode: optional(oneOf('individual', 'grouped')),
  },
})

const mostValues = 100

/** A comma list in a query. */
const several = (field: Field<string>): Field<readonly string[]> => ({
  schema: { type: 'array', items: field.schema, minItems: 1, maxItems: mostValues },
  read: (_, fault) => fault('Send this as a query parameter.'),
  fromText(value, fault) {
    const values = value.split(',', mostValues + 1)
    if (values.length > mostValues)
      return fault(`At most ${mostValues} values are accepted.`, 'too_many')
    const read = values.map((one) => field.fromText?.(one, fault) ?? failed)
    return read.includes(failed) ? failed : (read as string[])
  },
})

const filters = {
  'filter[finding_id]': uuid,
  'filter[finding_id__in]': several(uuid),
  'filter[check_id]': text,
  'filter[check_id__in]': several(text),
}

type Both = readonly string[] | undefined
/** Both forms of a filter together match their intersection. */
const both = (one: string | undefined, many: Both): Both =>
  one === undefined ? many : !many || many.includes(one) ? [one] : []

async function jiraOf(tx: Tx, caller: Caller, id: string): Promise<Integration> {
  const integration = await byId(tx, id, caller)
  if (!integration) throw notFound()
  if (integration.integration_type === 'jira') return integration
  throw invalid('', 'This integration is not a Jira integration.', 'invalid_integration')
}

const operationId = 'integrations_jira_issue_types_retrieve'

function problemOf(error: unknown): unknown {
  if (!(error instanceof NotDelivered)) return error
  const { code, message, retryAfterSeconds } = error
  if (code === 'not_found' || code === 'invalid') return invalidParameter('project_key', message)
  if (code === 'unauthorised') return badGateway(message, 'integration_refused')
  return unavailable(message, 'integration_unavailable', retryAfterSeconds ?? 5)
}

/** Throws 400 for a type that the project does not have. */
async function requiredOf(
  types: readonly JiraIssueType[],
  wanted: string,
  fieldsOf: (type: JiraIssueType) => Promise<readonly JiraField[]>,
) {
  const type = types.find(({ name }) => name === wanted)
  if (!type) throw invalidParameter('issue_type', `The project has no issue type "${wanted}".`)
  const fields = requiredFields(await fieldsOf(type))
  return fields.map(({ id, name, type: kind, allowed }) => ({ id, name, type: kind, allowed }))
}

export const jiraRoutes = ({
  vault,
  egress,
  catalog,
}: {
  readonly vault: Vault
  readonly egress: Egress
  readonly catalog: CheckCatalog
}): readonly Endpoint[] => [
  fetchedOne(
    jiraIssueTypes,
    '/integrations/:integration_pk/jira/issue_types',
    {
      ...about,
      operationId,
      summary: 'List the issue types of a Jira project',
      refusals: [502, 503],
      extra: { project_key: projectKey, issue_type: issueType },
    },
    async ({ params, query, requestId, signal, inCaller }) => {
      const { integration_pk: id = '' } = params
      const { project_key, issue_type } = query.extra
      const integration = await inCaller(async (tx, caller) => {
        await jiraOf(tx, caller, id)
        if (project_key === undefined)
          throw invalidParameter('project_key', 'This parameter is required.', 'required')
        return open(tx, vault, id, {
          why: {
            actorId: caller.userId,
            credentialId: caller.credentialId,
            action: operationId,
            after: { opened_for: { project_key } },
            requestId,
          },
          held: raw('false'), // it has no provider whose secret would be opened
          work: { name: operationId, taskId: id },
        })
      })
      if (!integration || project_key === undefined) throw notFound()
      const access = jiraAccess(integration)
      try {
        const types = await issueTypes(access, egress, project_key, signal)
        const required_fields =
          issue_type === undefined
            ? null
            : await requiredOf(types, issue_type, (type) =>
                issueFields(access, egress, { project_key, issue_type: type }, signal),
              )
        const issue_types = types.map(({ name }) => name)
        return { id: project_key, project_key, issue_types, required_fields }
      } catch (error) {
        throw problemOf(error)
      }
    },
  ),
  queue(
    'POST',
    '/integrations/:integration_pk/jira/dispatches',
    {
      ...about,
      draft: dispatchDraft,
      operationId: 'integrations_jira_dispatches_create',
      summary: 'Send findings to Jira, one issue per finding or per check',
      extra: filters,
    },
    async ({ tx, caller, params, input, query }) => {
      const { integration_pk: integrationId = '' } = params
      const integration = await jiraOf(tx, caller, integrationId)
      const { extra } = query
      const finding_ids = both(extra['filter[finding_id]'], extra['filter[finding_id__in]'])
      const check_ids = both(extra['filter[check_id]'], extra['filter[check_id__in]'])
      if (!finding_ids && !check_ids)
        throw invalidParameter(
          'filter[finding_id]',
          'Select findings with filter[finding_id], filter[finding_id__in], filter[check_id] or filter[check_id__in].',
          'required',
        )
      if (!integration.enabled)
        throw invalid('', 'This integration is disabled.', 'integration_disabled')
      const { project_key, issue_type, dispatch_mode = 'individual' } = input
      const taskId = newId()
      const asked = { project_key, issue_type, dispatch_mode }
      const deliveries = await deliveriesOf(tx, caller, catalog, {
        ...asked,
        finding_ids,
        check_ids,
        integrationId,
        site: String(integration.configuration['domain']),
        taskId,
      })
      await queueDeliveries(tx, deliveries)
      // Who does not see all that it is about does not see the task either.
      const provider_ids = [...new Set(deliveries.flatMap(({ payload }) => payload.providers))]
      return dispatchToJira.enqueue(
        tx,
        { integration_id: integrationId },
        {
          id: taskId,
          user_id: caller.userId,
          task_args: {
            integration_id: integrationId,
            ...asked,
            issues: deliveries.length,
            ...(provider_ids.length > 1 && { provider_ids }),
          },
          ...(provider_ids.length === 1 && { provider_id: provider_ids[0] as string }),
        },
      )
    },
  ),
]
