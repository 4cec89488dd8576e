/** Issues: found again, made, brought up to date, followed. */
import { hash } from 'node:crypto'
import type { Egress } from '../../platform/egress/index.ts'
import { type Json, objectOf, objectsOf, textOf } from '../call.ts'
import { NotDelivered } from '../target.ts'
import { callJira, isProjectKey, issueLink, type JiraAccess } from './access.ts'
import type { AdfDocument } from './adf.ts'
import type { JiraForm } from './form.ts'
import { jiraLimits } from './limits.ts'
import type { JiraDraft } from './rendering.ts'

/** `undefined` is Jira's own word for a status without a category. */
export type StatusCategory = 'new' | 'indeterminate' | 'done' | 'undefined'

export interface JiraIssue {
  readonly id: string
  readonly key: string
  /** Where a person reads it. */
  readonly link: string
}
export interface FoundIssue extends JiraIssue {
  readonly status_category: StatusCategory
}

/** A stored issue. In a recreated project, its key may name another issue; its id never does. */
export interface KnownIssue {
  /** Null where only the key was kept: then the issue is known by the label of its dispatch. */
  readonly id: string | null
  readonly key: string
  readonly label: string
}

/** The label by which the issue of a dispatch is found again, whatever its key is made of. */
export const dispatchLabel = (key: string): string =>
  `plumbline-${hash('sha256', key).slice(0, 32)}`

/** The oldest issue of a project with a label, or null. What was made within the last seconds may not be found. */
export async function findIssue(
  access: JiraAccess,
  egress: Egress,
  { project_key, label }: { readonly project_key: string; readonly label: string },
  signal?: AbortSignal,
): Promise<FoundIssue | null> {
  if (!isProjectKey(project_key))
    throw new NotDelivered('invalid', 'Must be a Jira project key, for example OPS.')
  const jql = `project = "${project_key}" AND labels = "${label}" ORDER BY created ASC`
  const body = { jql, fields: ['status'], maxResults: 1 }
  let page: Json = {}
  do {
    const token = textOf(page['nextPageToken'])
    const next = token === '' ? {} : { nextPageToken: token }
    const search = {
      method: 'POST',
      path: '/search/jql',
      body: { ...body, ...next },
      signal,
    } as const
    page = await callJira(access, egress, search)
    const [issue] = objectsOf(page['issues'])
    if (issue) return foundOf(access, issue)
    // A page may be empty and not the last.
  } while (textOf(page['nextPageToken']) !== '' && page['isLast'] !== true)
  return null
}

/**
 * Not idempotent: after `uncertain` and `unavailable` the issue may exist, and `findIssue` can find it after the time
 * that the error names.
 */
export async function createIssue(
  access: JiraAccess,
  egress: Egress,
  { form, draft }: { readonly form: JiraForm; readonly draft: JiraDraft },
  signal?: AbortSignal,
): Promise<JiraIssue> {
  const made = callJira(access, egress, {
    method: 'POST',
    path: '/issue',
    body: { fields: fieldsOf(form, draft) },
    names: namesOf(form),
    signal,
  })
  return unlessLost(
    access,
    made.then((issue) => issueOf(access, issue)),
  )
}

/** Summary and description become the draft's; labels that people added stay. */
export async function updateIssue(
  access: JiraAccess,
  egress: Egress,
  { key, draft }: { readonly key: string; readonly draft: JiraDraft },
  signal?: AbortSignal,
): Promise<void> {
  const { summary, description, labels } = draft
  await callJira(access, egress, {
    method: 'PUT',
    path: `/issue/${encodeURIComponent(key)}`,
    body: {
      fields: { summary, description },
      update: { labels: labels.map((label) => ({ add: label })) },
    },
    signal,
  })
}

const property = 'plumbline.delivery'

/** A comment that is there once, however often it is sent under this id; false if it was there. */
export async function commentOnce(
  access: JiraAccess,
  egress: Egress,
  comment: { readonly key: string; readonly id: string; readonly body: AdfDocument },
  signal?: AbortSignal,
): Promise<boolean> {
  const path = `/issue/${encodeURIComponent(comment.key)}/comment`
  const query = { orderBy: '-created', maxResults: jiraLimits.page, expand: 'properties' }
  const { comments } = await callJira(access, egress, { path, query, signal })
  const isSame = ({ key, value }: Json): boolean =>
    key === property && objectOf(value)?.['id'] === comment.id
  if (objectsOf(comments).some((one) => objectsOf(one['properties']).some(isSame))) return false
  const properties = [{ key: property, value: { id: comment.id } }]
  await callJira(access, egress, {
    method: 'POST',
    path,
    body: { body: comment.body, properties },
    signal,
  })
  return true
}

const asRead = { fields: ['status', 'labels'] }

/** As it is now, wherever it was moved to; null if it was deleted, hidden from the account or is no longer ours. */
export async function readIssue(
  access: JiraAccess,
  egress: Egress,
  known: KnownIssue,
  signal?: AbortSignal,
): Promise<FoundIssue | null> {
  const path = `/issue/${encodeURIComponent(known.id ?? known.key)}`
  const query = { fields: asRead.fields.join(',') }
  try {
    const issue = await callJira(access, egress, { path, query, signal })
    return isKnown(issue, known) ? foundOf(access, issue) : null
  } catch (error) {
    if (error instanceof NotDelivered && error.code === 'not_found') return null
    throw error
  }
}

/** At most 100, in their order; null as for one. */
export async function readIssues(
  access: JiraAccess,
  egress: Egress,
  known: readonly KnownIssue[],
  signal?: AbortSignal,
): Promise<readonly (FoundIssue | null)[]> {
  if (known.length > jiraLimits.maxRead)
    throw new RangeError(`At most ${jiraLimits.maxRead} issues are read at once.`)
  if (known.length === 0) return []
  const body = { issueIdsOrKeys: known.map(({ id, key }) => id ?? key), ...asRead }
  const call = { method: 'POST', path: '/issue/bulkfetch', body, signal } as const
  const found = objectsOf((await callJira(access, egress, call))['issues'])
  const byId = new Map(found.map((issue): [string, Json] => [textOf(issue['id']), issue]))
  return known.map((one) => {
    const issue = one.id === null ? found.find((it) => isKnown(it, one)) : byId.get(one.id)
    return issue ? foundOf(access, issue) : null
  })
}

/** By a transition from where it is, to the first of these that one leads to; false if none does. Ids differ between projects. */
export async function moveIssue(
  access: JiraAccess,
  egress: Egress,
  { key, to }: { readonly key: string; readonly to: readonly StatusCategory[] },
  signal?: AbortSignal,
): Promise<boolean> {
  const path = `/issue/${encodeURIComponent(key)}/transitions`
  const { transitions } = await callJira(access, egress, { path, signal })
  const leadsTo = (category: StatusCategory) =>
    objectsOf(transitions).find(
      (one) => objectOf(objectOf(one['to'])?.['statusCategory'])?.['key'] === category,
    )
  const found = to.map(leadsTo).find((one) => one !== undefined)
  if (!found) return false
  const body = { transition: { id: textOf(found['id']) } }
  await callJira(access, egress, { method: 'POST', path, body, signal })
  return true
}

const fieldsOf = ({ project_key, issue_type, mapping }: JiraForm, draft: JiraDraft) => ({
  ...mapping,
  project: { key: project_key },
  issuetype: { id: issue_type.id },
  summary: draft.summary,
  description: draft.description,
  labels: draft.labels,
})

const namesOf = ({ fields }: JiraForm): ReadonlyMap<string, string> =>
  new Map(fields.map(({ id, name }) => [id, name]))

function issueOf(access: JiraAccess, issue: Json): JiraIssue {
  const key = textOf(issue['key'])
  if (key === '') throw new NotDelivered('uncertain', 'Jira did not return the ID of the issue.')
  return { id: textOf(issue['id']), key, link: issueLink(access, key) }
}

const foundOf = (access: JiraAccess, issue: Json): FoundIssue => ({
  ...issueOf(access, issue),
  status_category: categoryOf(issue),
})

function isKnown(issue: Json, { id, label }: KnownIssue): boolean {
  if (id !== null) return textOf(issue['id']) === id
  const labels = objectOf(issue['fields'])?.['labels']
  return Array.isArray(labels) && labels.includes(label)
}

const categories: ReadonlySet<unknown> = new Set(['new', 'indeterminate', 'done'])

/** The category decides and not the resolution: projects set that one or they do not. */
function categoryOf(issue: Json): StatusCategory {
  const status = objectOf(objectOf(issue['fields'])?.['status'])
  const key = objectOf(status?.['statusCategory'])?.['key']
  return categories.has(key) ? (key as StatusCategory) : 'undefined'
}

/** A create with an unknown result is retried only after a search can find the issue. */
async function unlessLost<T>(
  { searchLagSeconds = jiraLimits.searchLagSeconds }: JiraAccess,
  made: Promise<T>,
): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error
    if (error.code !== 'uncertain' && error.code !== 'unavailable') throw error
    const { code, message, retryAfterSeconds } = error
    throw new NotDelivered(code, message, retryAfterSeconds, searchLagSeconds)
  }
}
