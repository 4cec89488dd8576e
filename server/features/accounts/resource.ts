import {
  boolean,
  by,
  email,
  list,
  oneOf,
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
  draft,
  nested,
  nullable,
  nameText,
} from '@plumbline/jsonapi'

import { authMethods } from '../../platform/auth/index.ts'
import { type Permission, permissions } from '../../platform/tenancy/index.ts'
import { proofAttributes } from './second-factor/resource.ts'

export const users = resource('users', {
  attributes: {
    name: text({ min: 3, max: 150 }),
    email,
    /** By a mailed link, a provider of the settings, or the operator: only then does it link accounts. */
    email_verified: readOnly(boolean),
    /** One's own next address, until it is proven. */
    pending_email: readOnly(nullable(text)),
    company_name: text({ max: 150 }),
    date_joined: readOnly(timestamp),
  },
  relationships: { memberships: toMany('memberships', { meta: true }), roles: toMany('roles') },
  filters: {
    name: ['eq', 'icontains'],
    email: ['eq', 'icontains'],
    company_name: ['eq', 'icontains'],
    date_joined: ['on', 'gte', 'lte'],
    is_active: by(boolean, 'eq'),
    search: by(searchText, 'eq'),
  },
  sort: ['-date_joined', 'name', 'email', 'company_name', 'is_active'],
  include: ['roles', 'memberships', nested('memberships.tenant', 'tenants')],
})
export type User = Row<typeof users>

export const memberships = resource('memberships', {
  attributes: { role: oneOf('owner', 'member'), date_joined: readOnly(timestamp) },
  relationships: { user: toOne('users'), tenant: toOne('tenants') },
  filters: {
    role: ['eq'],
    tenant: ['eq'],
    user: ['eq'],
    date_joined: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['date_joined', 'id', 'user', 'tenant', 'role'],
})
export type Membership = Row<typeof memberships>

export const tenants = resource('tenants', {
  attributes: { name: text({ min: 1, max: 100 }) },
  relationships: { memberships: toMany('memberships') },
  filters: {
    name: ['eq', 'icontains'],
    inserted_at: by(timestamp, 'on', 'gte', 'lte'),
    updated_at: by(timestamp, 'on', 'gte', 'lte'),
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'name', 'updated_at'],
})
export type Tenant = Row<typeof tenants>

/** The same for each permission. */
const ofPermissions = <T>(field: T): Record<Permission, T> =>
  Object.fromEntries(permissions.map((name) => [name, field])) as Record<Permission, T>

export const roles = resource('roles', {
  attributes: {
    name: text({ min: 1, max: 255 }),
    ...ofPermissions(boolean),
    permission_state: readOnly(oneOf('unlimited', 'limited', 'none')),
    unlimited_visibility: boolean,
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  relationships: {
    provider_groups: toMany('provider-groups', { counted: true }),
    users: toMany('users', { counted: true }),
    invitations: toMany('invitations', { counted: true }),
  },
  filters: {
    id: ['eq', 'in'],
    name: ['eq', 'in'],
    permission_state: ['eq'],
    inserted_at: ['on', 'gte', 'lte'],
    updated_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: [
    'inserted_at',
    'name',
    'updated_at',
    'id',
    'url',
    ...permissions,
    'permission_state',
    'unlimited_visibility',
    'provider_groups',
    'users',
    'invitations',
  ],
  self: '/roles',
})
export type Role = Row<typeof roles>

export const apiKeys = resource('api-keys', {
  attributes: {
    name: text({ min: 3, max: 100 }),
    prefix: readOnly(text),
    expires_at: timestamp,
    revoked: boolean,
    inserted_at: readOnly(timestamp),
    last_used_at: readOnly(nullable(timestamp)),
  },
  relationships: { entity: toOne('users', { nullable: true }) },
  filters: {
    name: ['eq', 'icontains'],
    prefix: ['eq', 'icontains'],
    revoked: ['eq'],
    inserted_at: ['on', 'gte', 'lte'],
    expires_at: ['on', 'gte', 'lte'],
    entity: by(uuid, 'eq'),
    search: by(searchText, 'eq'),
  },
  sort: ['revoked', '-inserted_at', 'name', 'prefix', 'expires_at'],
  order: ['revoked', '-inserted_at'],
  include: ['entity', nested('entity.roles', 'roles')],
})
export type ApiKey = Row<typeof apiKeys>

/** The one answer that shows a new key. */
export const newApiKeys = apiKeys.with({ attributes: { api_key: readOnly(text) } })

export const invitationStates = ['pending', 'accepted', 'expired', 'revoked'] as const

/** Invites a user to the tenant. Reads never return the token: only its hash is stored. */
export const invitations = resource('invitations', {
  attributes: {
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    email,
    state: readOnly(oneOf(...invitationStates)),
    token: readOnly(nullable(text)),
    expires_at: timestamp,
  },
  relationships: { roles: toMany('roles'), inviter: toOne('users', { nullable: true }) },
  filters: {
    email: ['eq', 'icontains'],
    expires_at: ['on', 'gte', 'lte'],
    inserted_at: ['on', 'gte', 'lte'],
    inviter: ['eq'],
    state: ['eq', 'in'],
    updated_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'expires_at', 'inviter', 'state', 'updated_at'],
  include: ['roles', 'inviter'],
  self: '/tenants/invitations',
})
export type Invitation = Row<typeof invitations>

/**
 * The answers that make a token: the only ones that show it, and the link that carries it. `mailed`: the server sends
 * the link to the invited address; false where it sends no mails, or after too many of them.
 */
export const newInvitations = invitations.with({
  attributes: { link: readOnly(text), mailed: readOnly(boolean) },
})

/** An invitation as its link shows it before anyone signs in. */
export const invitationPreviews = resource('invitation-previews', {
  attributes: {
    email: readOnly(email),
    tenant_name: readOnly(text),
    inviter_name: readOnly(text),
    role_names: readOnly(list(text)),
    expires_at: readOnly(timestamp),
  },
})
export type InvitationPreview = Row<typeof invitationPreviews>

const pair = { refresh: readOnly(text), access: readOnly(text) }
export const tokenPairs = resource('tokens', {
  attributes: pair,
})
export const refreshedTokens = resource('tokens-refresh', {
  attributes: pair,
})
/** A session whose refresh token is in a cookie that scripts cannot read. */
export const browserSessions = resource('browser-sessions', {
  attributes: { access: text },
})
export const switchedTokens = resource('tokens-switch-tenant', {
  attributes: pair,
})

/** A sign-in that has not ended, in whichever tenant. Used means renewed. */
export const sessions = resource('sessions', {
  attributes: {
    signed_in_at: readOnly(timestamp),
    last_used_at: readOnly(timestamp),
    expires_at: readOnly(timestamp),
    auth_method: readOnly(oneOf(...authMethods)),
    is_current: readOnly(boolean),
  },
  relationships: { tenant: toOne('tenants') },
  sort: ['-signed_in_at', 'last_used_at'],
})
export type Session = Row<typeof sessions>
export const sessionEnd = draft('sessions', { id: 'optional', attributes: proofAttributes })
/** Ends all sessions but the caller's, so it names none. */
export const otherSessionsEnd = draft('sessions', { attributes: proofAttributes })

const password = text({ min: 1, max: 1_024 })

export const invitationToken = text({ min: 1, max: 200 })
export const signUp = draft('users', {
  attributes: {
    name: nameText({ min: 3, max: 150 }),
    email,
    password,
    company_name: optional(nameText({ max: 150 })),
    /** Also taken from the query, which logs of proxies keep. */
    invitation_token: optional(invitationToken),
  },
})
export const userChange = draft('users', {
  id: 'optional',
  attributes: {
    ...proofAttributes,
    name: optional(nameText({ min: 3, max: 150 })),
    email: optional(email),
    password: optional(password),
    company_name: optional(nameText({ max: 150 })),
  },
})
export const userRemoval = draft('users', { id: 'optional', attributes: proofAttributes })
export const signIn = draft('tokens', {
  attributes: {
    email: text({ min: 1, max: 254 }),
    password,
    tenant_id: optional(uuid),
    /** Of users with a second factor: six digits of the app, or a recovery code. */
    otp: optional(text({ min: 6, max: 32 })),
  },
})
export const refreshing = draft('tokens-refresh', { attributes: { refresh: text({ min: 1 }) } })
export const adopting = draft('browser-sessions', { attributes: { refresh: text({ min: 1 }) } })
export const switching = draft('tokens-switch-tenant', { attributes: { tenant_id: uuid } })
const tenantName = { name: nameText({ min: 1, max: 100 }) }
export const tenantDraft = draft('tenants', { attributes: tenantName })
export const tenantChange = draft('tenants', { id: 'optional', attributes: tenantName })
export const apiKeyDraft = draft('api-keys', {
  attributes: { name: nameText({ min: 3, max: 100 }), expires_at: optional(timestamp) },
})
export const apiKeyChange = draft('api-keys', {
  id: 'optional',
  attributes: { name: nameText({ min: 3, max: 100 }) },
})

const roleName = nameText({ min: 1, max: 255 })
const flags = {
  ...ofPermissions(optional(boolean)),
  unlimited_visibility: optional(boolean),
  /** Accepted from clients of other servers. It is not stored and grants nothing. */
  manage_lighthouse_ai_configuration: optional(boolean),
}
const roleLinks = {
  provider_groups: optional(toMany('provider-groups')),
  users: optional(toMany('users')),
}
export const roleDraft = draft('roles', {
  attributes: { name: roleName, ...flags },
  relationships: roleLinks,
})
export const roleChange = draft('roles', {
  id: 'optional',
  attributes: { name: optional(roleName), ...flags },
  relationships: roleLinks,
})

export const invitationDraft = draft('invitations', {
  attributes: { email, expires_at: optional(timestamp) },
  relationships: { roles: toMany('roles') },
})
export const invitationChange = draft('invitations', {
  id: 'optional',
  attributes: { email: optional(email), expires_at: optional(timestamp) },
  relationships: { roles: optional(toMany('roles')) },
})
export const acceptance = draft('invitations', {
  attributes: { invitation_token: invitationToken },
})
