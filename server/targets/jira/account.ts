/** What a connection to a site shows: its projects, and which issues they have. */
import type { Egress } from '../../platform/egress/index.ts'
import { ask, type Json, jsonOf, objectsOf, textOf } from '../call.ts'
import { NotDelivered } from '../target.ts'
import { callJira, isProjectKey, type JiraAccess, siteOf } from './access.ts'
import { jiraLimits } from './limits.ts'

export interface JiraAccount {
  /** To be kept with the credentials; null for a token without scopes. */
  readonly cloud_id: string | null
  /** Names by key, of the projects in which the account may create issues. */
  readonly projects: Readonly<Record<string, string>>
  /** Names of issue types by the key of their project. */
  readonly issue_types: Readonly<Record<string, readonly string[]>>
}

export interface JiraIssueType {
  readonly id: string
  readonly name: string
}

/** Throws NotDelivered, `unauthorised` where the credentials are not taken. */
export async function testConnection(
  access: JiraAccess,
  egress: Egress,
  signal?: AbortSignal,
): Promise<JiraAccount> {
  const cloud_id = await addressOf(access, egress, signal)
  const found = await projects({ ...access, cloud_id }, egress, signal)
  const types = (project: Json): readonly string[] =>
    objectsOf(project['issueTypes'])
      .filter((type) => type['subtask'] !== true)
      .map((type) => textOf(type['name']))
  return {
    cloud_id,
    projects: Object.fromEntries(found.map((one) => [textOf(one['key']), textOf(one['name'])])),
    issue_types: Object.fromEntries(found.map((one) => [textOf(one['key']), types(one)])),
  }
}

/** The types of issues, subtasks left out, that the account may create in a project. */
export async function issueTypes(
  access: JiraAccess,
  egress: Egress,
  projectKey: string,
  signal?: AbortSignal,
): Promise<readonly JiraIssueType[]> {
  if (!isProjectKey(projectKey))
    throw new NotDelivered('invalid', 'Must be a Jira project key, for example OPS.')
  const path = `/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes`
  const types = await pages(access, egress, { path, field: 'issueTypes', signal })
  return types
    .filter((type) => type['subtask'] !== true)
    .map((type) => ({ id: textOf(type['id']), name: textOf(type['name']) }))
}

/** Null for the site's own address; the site's id where the token is one with scopes. */
async function addressOf(
  access: JiraAccess,
  egress: Egress,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  // Reads the account itself: other calls answer an unknown caller with public data.
  const asked = (cloud_id: string | null) =>
    callJira({ ...access, cloud_id }, egress, { path: '/myself', signal })
  try {
    await asked(null)
    return null
  } catch (error) {
    if (!(error instanceof NotDelivered) || error.code !== 'unauthorised') throw error
    const cloud_id = await cloudIdOf(access, egress, signal)
    if (cloud_id === null) throw error
    await asked(cloud_id)
    return cloud_id
  }
}

async function cloudIdOf(
  access: JiraAccess,
  egress: Egress,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const answer = await ask(egress, {
    method: 'GET',
    url: `${siteOf(access)}/_edge/tenant_info`,
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  })
  const id = answer.status === 200 ? textOf(jsonOf(answer)?.['cloudId']) : ''
  return /^[\w-]{8,64}$/.test(id) ? id : null
}

const projects = (access: JiraAccess, egress: Egress, signal: AbortSignal | undefined) =>
  pages(access, egress, {
    path: '/project/search',
    field: 'values',
    query: { action: 'create', expand: 'issueTypes', orderBy: 'key' },
    signal,
  })

/** All of a list that is paged by position. */
export async function pages(
  access: JiraAccess,
  egress: Egress,
  call: {
    readonly path: string
    readonly field: string
    readonly query?: Readonly<Record<string, string>>
    readonly signal: AbortSignal | undefined
  },
): Promise<readonly Json[]> {
  const { path, field, query, signal } = call
  const found: Json[] = []
  while (found.length < jiraLimits.maxProjects) {
    const position = { startAt: found.length, maxResults: jiraLimits.page }
    const page = await callJira(access, egress, { path, query: { ...query, ...position }, signal })
    const rows = objectsOf(page[field])
    found.push(...rows)
    const total = typeof page['total'] === 'number' ? page['total'] : 0
    if (rows.length === 0 || page['isLast'] === true || found.length >= total) break
  }
  return found
}
