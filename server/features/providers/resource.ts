import {
  boolean,
  by,
  draft,
  nullable,
  object,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toMany,
  toOne,
  uuid,
  nameText,
} from '@plumbline/jsonapi'
import { providerType, secretType } from './names.ts'
import { secretField } from './types.ts'

const named = nullable(nameText({ min: 3, max: 100 }))
/** An empty alias is none, as web forms send it. */
const alias: typeof named = {
  ...named,
  read: (value, fault) => named.read(value === '' ? null : value, fault),
}

/** An account that is scanned. Its `provider` is its kind. */
export const providers = resource('providers', {
  attributes: {
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    provider: providerType,
    uid: text({ min: 3, max: 250 }),
    alias: nullable(text({ min: 3, max: 100 })),
    connection: readOnly(
      object({ connected: nullable(boolean), last_checked_at: nullable(timestamp) }),
    ),
  },
  relationships: {
    secret: toOne('provider-secrets', { nullable: true }),
    provider_groups: toMany('provider-groups'),
  },
  filters: {
    id: ['eq', 'in'],
    provider: ['eq', 'in'],
    provider_type: by(providerType, 'eq', 'in'),
    uid: ['eq', 'in', 'icontains'],
    alias: ['eq', 'in', 'icontains'],
    connected: by(boolean, 'eq'),
    provider_groups: by(uuid, 'eq', 'in'),
    inserted_at: ['on', 'gte', 'lte'],
    updated_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'provider', 'uid', 'alias', 'connected', 'updated_at'],
  include: ['provider_groups'],
  self: '/providers',
})
export type Provider = Row<typeof providers>

export const providerDraft = draft('providers', {
  attributes: {
    provider: providerType,
    uid: nameText({ min: 3, max: 250 }),
    alias: optional(alias),
  },
})
export const providerChange = draft('providers', { id: 'optional', attributes: { alias } })

/** Providers that roles see together. */
export const providerGroups = resource('provider-groups', {
  attributes: {
    name: nameText({ min: 1, max: 255 }),
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  relationships: {
    providers: toMany('providers', { counted: true }),
    roles: toMany('roles', { counted: true }),
  },
  filters: {
    id: ['eq', 'in'],
    name: ['eq', 'in'],
    inserted_at: ['on', 'gte', 'lte'],
    updated_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['inserted_at', 'id', 'name', 'providers', 'roles', 'updated_at', 'url'],
  include: ['providers', 'roles'],
  self: '/provider-groups',
})
export type ProviderGroup = Row<typeof providerGroups>

const groupName = nameText({ min: 1, max: 255 })
const groupLinks = {
  providers: optional(toMany('providers')),
  roles: optional(toMany('roles')),
}
export const groupDraft = draft('provider-groups', {
  attributes: { name: groupName },
  relationships: groupLinks,
})
export const groupChange = draft('provider-groups', {
  id: 'optional',
  attributes: { name: optional(groupName) },
  relationships: groupLinks,
})

const secretName = nullable(nameText({ min: 3, max: 100 }))

/** What is known of a secret. The secret itself is never read back. */
export const providerSecrets = resource('provider-secrets', {
  attributes: {
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    name: secretName,
    secret_type: secretType,
  },
  relationships: { provider: toOne('providers') },
  filters: {
    name: ['eq', 'icontains'],
    provider: ['eq'],
    inserted_at: ['on'],
    updated_at: ['on'],
    search: by(searchText, 'eq'),
  },
  sort: ['inserted_at', 'name', 'updated_at'],
  self: '/providers/secrets',
})
export type ProviderSecret = Row<typeof providerSecrets>

export const secretDraft = draft('provider-secrets', {
  attributes: { name: optional(secretName), secret_type: secretType, secret: secretField },
  relationships: { provider: toOne('providers') },
})
export const secretChange = draft('provider-secrets', {
  id: 'optional',
  attributes: {
    name: optional(secretName),
    secret_type: optional(secretType),
    secret: optional(secretField),
  },
})
