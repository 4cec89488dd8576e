import {
  boolean,
  by,
  draft,
  type Field,
  json,
  nullable,
  optional,
  readOnly,
  record,
  resource,
  type Row,
  type Schema,
  searchText,
  timestamp,
  toMany,
  type Value,
  writeOnly,
} from '@plumbline/jsonapi'
import { integrationType, integrationTypes } from './types.ts'

const anyRecord = record(json)

/** A system that findings are sent to. Its credentials are never read back. */
export const integrations = resource('integrations', {
  attributes: {
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    enabled: boolean,
    connected: readOnly(nullable(boolean)),
    connection_last_checked_at: readOnly(nullable(timestamp)),
    integration_type: integrationType,
    configuration: anyRecord,
  },
  relationships: { providers: toMany('providers', { counted: true }) },
  filters: {
    inserted_at: ['on', 'gte', 'lte'],
    integration_type: ['eq', 'in'],
    search: by(searchText, 'eq'),
  },
  sort: [
    'inserted_at',
    'id',
    'updated_at',
    'enabled',
    'connected',
    'connection_last_checked_at',
    'integration_type',
    'configuration',
    'providers',
    'url',
  ],
  include: ['providers'],
  self: '/integrations',
})
export type Integration = Row<typeof integrations>

/** Described by all shapes; the type determines which one applies. */
const oneOfTypes = (
  member: 'configuration' | 'credentials',
): Field<Value<typeof anyRecord>, never> => ({
  read: anyRecord.read,
  schema: {
    anyOf: Object.values(integrationTypes).map((type): Schema => type[member].schema),
  },
})
const configuration = oneOfTypes('configuration')
/** What is left out of a change stays as it is. */
const changedConfiguration: typeof configuration = {
  ...configuration,
  schema: {
    type: 'object',
    description:
      'The same members as in a new integration of this type. Omitted members keep their value; null removes a member.',
  },
}
const credentials = writeOnly(oneOfTypes('credentials'))

export const integrationDraft = draft('integrations', {
  attributes: {
    enabled: optional(boolean),
    integration_type: integrationType,
    configuration,
    credentials,
  },
  relationships: { providers: optional(toMany('providers')) },
})
export const integrationChange = draft('integrations', {
  id: 'optional',
  attributes: {
    enabled: optional(boolean),
    /** Cannot be changed: only the stored type is accepted. */
    integration_type: optional(integrationType),
    configuration: optional(changedConfiguration),
    credentials: optional(credentials),
  },
  relationships: { providers: optional(toMany('providers')) },
})
