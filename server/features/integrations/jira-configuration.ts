/** What is configured of Jira: values of fields that its projects require, and whether closed issues are checked again. */
import { below, boolean, type Field, failed, optional } from '@plumbline/jsonapi'
import { isProjectKey, type JiraMapping, writtenByUs } from '../../targets/jira/index.ts'
import { about, type Shape, shape } from '../providers/index.ts'

type Values = Readonly<Record<string, JiraMapping>>

const mostProjects = 100
const mostFields = 50
/** Characters of one value, as JSON. */
const mostOfValue = 4_096

const fieldId = /^[a-z][A-Za-z0-9_]{0,99}$/
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A name as a step of a JSON pointer. */
const step = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Values of fields by id, by the key of the project whose issues get them. */
const fieldValues: Field<Values> = {
  schema: {
    type: 'object',
    maxProperties: mostProjects,
    additionalProperties: { type: 'object', maxProperties: mostFields, additionalProperties: true },
  },
  read(value, fault) {
    if (!isObject(value)) return fault('Must be an object.', 'invalid_type')
    const projects = Object.entries(value)
    if (projects.length > mostProjects)
      return fault(`At most ${mostProjects} projects are accepted.`, 'too_many')
    const read = projects.map(([key, values]) => {
      const at = below(fault, step(key))
      if (!isProjectKey(key)) return at('Must be a Jira project key, for example OPS.')
      return readMapping(values, at) ? [key.toUpperCase(), values] : failed
    })
    return read.includes(failed)
      ? failed
      : (Object.fromEntries(read as [string, JiraMapping][]) as Values)
  },
}

function readMapping(values: unknown, fault: Parameters<typeof below>[0]): boolean {
  if (!isObject(values)) {
    fault('Must be an object: a value for each field.', 'invalid_type')
    return false
  }
  const fields = Object.entries(values)
  if (fields.length > mostFields) {
    fault(`At most ${mostFields} fields are accepted.`, 'too_many')
    return false
  }
  const wrong = fields.filter(([id, value]) => {
    const at = below(fault, step(id))
    if (!fieldId.test(id)) return at('Must be the ID of a field, for example customfield_10010.')
    if (writtenByUs.has(id)) return at('Plumbline sets this field. Remove it.')
    if (value === null) return at('Must not be null.', 'invalid_type')
    if (JSON.stringify(value).length > mostOfValue)
      return at(`At most ${mostOfValue} characters are accepted.`, 'too_long')
    return false
  })
  return wrong.length === 0
}

export const jiraConfiguration: Shape = shape('Jira projects', {
  field_values: optional(
    about(
      fieldValues,
      'Values of required Jira fields by project: { "OPS": { "customfield_10010": { "value": "Red" } } }. An issue gets the fields that its type has.',
    ),
  ),
  recheck_done: optional(
    about(
      boolean,
      'Whether to check the resources of an issue again when the issue is done in Jira. Default: true.',
    ),
  ),
})

type Configuration = Readonly<Record<string, unknown>>

export const mappingOf = (configuration: Configuration, projectKey: string): JiraMapping =>
  (configuration['field_values'] as Values | undefined)?.[projectKey.toUpperCase()] ?? {}

export const rechecks = (configuration: Configuration): boolean =>
  configuration['recheck_done'] !== false
