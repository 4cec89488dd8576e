/** The required fields of a new issue by project and type. */
import type { Egress } from '../../platform/egress/index.ts'
import { type Json, objectOf, objectsOf, textOf } from '../call.ts'
import { NotDelivered } from '../target.ts'
import type { JiraAccess } from './access.ts'
import { issueTypes, type JiraIssueType, pages } from './account.ts'

export interface JiraField {
  readonly id: string
  readonly name: string
  /** Jira fills it in by itself where it has a default. */
  readonly is_required: boolean
  /** Jira's own word: `string`, `option`, `array` … */
  readonly type: string
  /** Names of what may be chosen; empty if any value is allowed. */
  readonly allowed: readonly string[]
}

/** Values of fields by id, as Jira takes them: `{ "customfield_10010": { "value": "Red" } }`. */
export type JiraMapping = Readonly<Record<string, unknown>>

export interface JiraForm {
  readonly project_key: string
  readonly issue_type: JiraIssueType
  readonly fields: readonly JiraField[]
  readonly mapping: JiraMapping
}

export interface JiraFormWanted {
  readonly project_key: string
  /** Its name or its id. */
  readonly issue_type: string
  readonly mapping?: JiraMapping
}

/** What we write ourselves; the last two are how an issue is recognised and read. */
export const writtenByUs: ReadonlySet<string> = new Set([
  'project',
  'issuetype',
  'summary',
  'description',
  'labels',
])
const needed = ['summary', 'description', 'labels']

/** Required fields that only a mapping fills in. */
export const requiredFields = (fields: readonly JiraField[]): readonly JiraField[] =>
  fields.filter(({ id, is_required }) => is_required && !writtenByUs.has(id))

/**
 * Read once per dispatch. From a mapping, an issue gets the fields that its type has: one mapping serves all types of a
 * project. Throws NotDelivered with a sentence that names the field where an issue cannot be made like this:
 * `not_found` for the type, `invalid` for required fields without a value.
 */
export async function issueForm(
  access: JiraAccess,
  egress: Egress,
  wanted: JiraFormWanted,
  signal?: AbortSignal,
): Promise<JiraForm> {
  const { project_key, mapping = {} } = wanted
  const issue_type = await typeOf(access, egress, wanted, signal)
  const fields = await issueFields(access, egress, { project_key, issue_type }, signal)
  const where = `issues of type ${issue_type.name} in ${project_key}`
  const refuse = (sentence: string) => new NotDelivered('invalid', sentence)
  const byId = new Map(fields.map((field) => [field.id, field]))
  for (const id of needed)
    if (!byId.has(id)) throw refuse(`${where} have no field ${id} on the screen that creates them.`)
  const given = Object.entries(mapping).filter(([id]) => byId.has(id))
  for (const [id, value] of given) {
    if (writtenByUs.has(id)) throw refuse(`Plumbline sets the field ${id}, so it cannot be mapped.`)
    const { name, allowed } = byId.get(id) as JiraField
    const other = allowed.length > 0 && choicesOf(value).find((one) => !allowed.includes(one))
    if (other)
      throw refuse(
        `${where} have no choice "${other}" for "${name}" (${id}), as the mapping of the project says: it has ${allowed.join(', ')}.`,
      )
  }
  const missing = requiredFields(fields).filter(({ id }) => !Object.hasOwn(mapping, id))
  if (missing.length > 0) {
    const names = missing.map(({ id, name }) => `"${name}" (${id})`).join(', ')
    throw refuse(`${where} require ${names}: give a value in the mapping of the project.`)
  }
  return { project_key, issue_type, fields, mapping: Object.fromEntries(given) }
}

/** The choices of a value by name. Choices by id are validated by Jira. */
const choicesOf = (value: unknown): readonly string[] =>
  objectsOf([value].flat())
    .filter((one) => one['id'] === undefined)
    .map(nameOf)
    .filter((name) => name !== '')

/** The fields of new issues of a type, for the user who maps them. */
export async function issueFields(
  access: JiraAccess,
  egress: Egress,
  { project_key, issue_type }: Pick<JiraForm, 'project_key' | 'issue_type'>,
  signal?: AbortSignal,
): Promise<readonly JiraField[]> {
  const project = encodeURIComponent(project_key)
  const path = `/issue/createmeta/${project}/issuetypes/${encodeURIComponent(issue_type.id)}`
  const rows = await pages(access, egress, { path, field: 'fields', signal })
  return rows.map((row) => ({
    id: textOf(row['fieldId']) || textOf(row['key']),
    name: textOf(row['name']),
    is_required: row['required'] === true && row['hasDefaultValue'] !== true,
    type: textOf(objectOf(row['schema'])?.['type']),
    allowed: objectsOf(row['allowedValues']).map(nameOf),
  }))
}

const nameOf = (value: Json): string => textOf(value['name']) || textOf(value['value'])

async function typeOf(
  access: JiraAccess,
  egress: Egress,
  { project_key, issue_type }: JiraFormWanted,
  signal: AbortSignal | undefined,
): Promise<JiraIssueType> {
  const types = await issueTypes(access, egress, project_key, signal)
  const found =
    types.find(({ name }) => name === issue_type) ??
    types.find(({ id }) => id === issue_type) ??
    types.find(({ name }) => name.toLowerCase() === issue_type.toLowerCase())
  if (found) return found
  const names = types.map(({ name }) => name).join(', ')
  const others = names === '' ? 'This account creates none there' : `It has ${names}`
  throw new NotDelivered(
    'not_found',
    `${project_key} has no issue type "${issue_type}". ${others}.`,
  )
}
