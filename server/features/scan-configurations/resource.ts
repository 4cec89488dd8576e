import {
  by,
  draft,
  type Field,
  json,
  list,
  nullable,
  object,
  optional,
  readOnly,
  record,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toMany,
  uuid,
  type Value,
  nameText,
} from '@plumbline/jsonapi'
import { providerType } from '../providers/index.ts'

const name = nameText({ min: 3, max: 100 })
/** Keys and values by kind of provider: `{ "aws": { "retries": 5 } }`. */
const configuration = record(record(json))
/** The same as an object, or as a text of YAML or JSON. */
const written: Field<string | Value<typeof configuration>, never> = {
  schema: {
    anyOf: [configuration.schema, { type: 'string', contentMediaType: 'application/yaml' }],
  },
  read: (value, fault) => (typeof value === 'string' ? value : configuration.read(value, fault)),
}

/** What scans of the providers that have it leave out, bear and take as thresholds. */
export const scanConfigurations = resource('scan-configurations', {
  attributes: {
    name,
    configuration,
    /** Keys that nothing reads, as `aws.retires`: stored, and perhaps typing errors. */
    unknown_keys: readOnly(list(text)),
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  relationships: { providers: toMany('providers', { counted: true }) },
  filters: {
    name: ['eq', 'icontains'],
    provider: by(uuid, 'eq', 'in'),
    inserted_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'name', 'updated_at'],
  include: ['providers'],
  self: '/scan-configurations',
})
export type ScanConfiguration = Row<typeof scanConfigurations>

const links = { providers: optional(toMany('providers')) }
const providerIds = optional(list(uuid, { max: 1_000 }))

export const scanConfigurationDraft = draft('scan-configurations', {
  attributes: { name, configuration: written, provider_ids: providerIds },
  relationships: links,
})
export const scanConfigurationChange = draft('scan-configurations', {
  id: 'optional',
  attributes: {
    name: optional(name),
    configuration: optional(written),
    provider_ids: providerIds,
  },
  relationships: links,
})

/** A key that scans of one kind of provider read. Its id is `aws.retries`. */
export const scanConfigurationKeys = resource('scan-configuration-keys', {
  id: text,
  attributes: {
    provider: providerType,
    name: text,
    about: text,
    /** The value if the key is not set; null: none. */
    default: nullable(json),
    minimum: nullable(json),
    maximum: nullable(json),
    /** The checks whose threshold it is; none for a key that all scans read. */
    check_ids: list(text),
    /** The values of a list that may have no others: checks or services of the provider type. */
    known_values: list(object({ value: text, title: text })),
  },
  filters: { provider: ['eq', 'in'] },
  unpaged: true,
})
export type ScanConfigurationKey = Row<typeof scanConfigurationKeys>
