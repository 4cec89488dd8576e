import { randomUUID } from 'node:crypto'
import { IdentityProvider } from '../saml/testing/identity-provider.ts'
import {
  type Act,
  answers,
  anyKind,
  data,
  otherTenant,
  id,
  link,
  list,
  noKey,
  none,
  read,
  recent,
  unbound,
} from './act.ts'
import type { Scene } from './credentials.ts'

const newEmail = (): object => ({ email: `${randomUUID()}@example.com` })

export const metadata = new IdentityProvider().metadata()

/** What members do to their tenant: who belongs to it, who may what, who signs in how. */
export const actsUponTenants: Readonly<Record<string, readonly Act[]>> = {
  tenants_list: [list()],
  tenants_retrieve: [read(id('tenantId'))],
  tenants_partial_update: [
    {
      how: 'rename',
      params: id('tenantId'),
      body: () => data('tenants', { name: 'Renamed' }),
      answers: anyKind('200'),
    },
  ],
  tenants_create: [
    {
      how: 'found',
      params: none,
      body: () => data('tenants', { name: 'Founded' }),
      answers: answers('201', unbound),
    },
  ],
  tenants_destroy: [
    {
      how: 'with all it holds',
      params: id('tenantId'),
      answers: answers('204', { ...recent, ...otherTenant }),
    },
  ],
  tenants_memberships_list: [read(({ tenantId }) => ({ tenant_pk: tenantId }))],
  tenants_memberships_destroy: [
    {
      how: 'leave',
      params: ({ tenantId, membershipId }) => ({ tenant_pk: tenantId, id: membershipId }),
      // A user with a bound session belongs to no other tenant: leaving deletes the user.
      answers: answers('204', { ...noKey, saml_old: '403 sign_in_again', ...otherTenant }),
    },
    {
      how: 'expel another',
      params: ({ tenantId, otherMembershipId }) => ({ tenant_pk: tenantId, id: otherMembershipId }),
      answers: anyKind('204'),
    },
  ],

  tenants_invitations_list: [list()],
  tenants_invitations_retrieve: [read(id('invitationId'))],
  tenants_invitations_create: [
    {
      how: 'invite',
      params: none,
      body: ({ roleId }) =>
        data(
          'invitations',
          { email: `${randomUUID()}@example.com` },
          { relationships: { roles: link('roles', roleId) } },
        ),
      answers: anyKind('201', '400 not_found'),
    },
  ],
  tenants_invitations_partial_update: [
    {
      how: 'another address',
      params: id('invitationId'),
      body: () => data('invitations', newEmail()),
      answers: anyKind('200'),
    },
  ],
  tenants_invitations_link_create: [
    { how: 'a fresh link', params: id('invitationId'), answers: anyKind('200') },
  ],
  tenants_invitations_destroy: [
    { how: 'revoke', params: id('invitationId'), answers: anyKind('204') },
  ],
  invitations_accept_create: [
    {
      how: 'into the tenant of another',
      params: none,
      body: ({ invitationToken }) => data('invitations', { invitation_token: invitationToken }),
      answers: answers('201', { ...unbound, ...otherTenant }),
    },
  ],

  roles_list: [list()],
  roles_retrieve: [read(id('roleId'))],
  roles_create: [
    {
      how: 'that grants all',
      params: none,
      body: () => data('roles', { name: randomUUID(), manage_account: true, manage_users: true }),
      answers: anyKind('201', '201'),
    },
  ],
  roles_partial_update: [
    {
      how: 'grant more',
      params: id('roleId'),
      body: () => data('roles', { manage_account: true }),
      answers: anyKind('200'),
    },
  ],
  roles_destroy: [{ how: 'that another has', params: id('roleId'), answers: anyKind('204') }],
  ...Object.fromEntries(
    ['create', 'partial_update', 'destroy'].map((verb) => [
      `roles_relationships_provider_groups_${verb}`,
      [
        {
          how: 'of a role',
          params: id('roleId'),
          body: ({ groupId }: Scene) => link('provider-groups', groupId),
          answers: anyKind('204'),
        },
      ],
    ]),
  ),

  api_keys_list: [list()],
  api_keys_retrieve: [read(id('otherKeyId'))],
  api_keys_create: [
    {
      how: 'that ends with its maker',
      params: none,
      body: () => data('api-keys', { name: randomUUID() }),
      answers: anyKind('201', '201'),
    },
    {
      how: 'that lives two years',
      params: none,
      body: () =>
        data('api-keys', {
          name: randomUUID(),
          expires_at: new Date(Date.now() + 2 * 365 * 86_400_000).toISOString(),
        }),
      answers: answers('201', { key: '400 invalid' }),
    },
  ],
  api_keys_partial_update: [
    {
      how: 'rename',
      params: id('otherKeyId'),
      body: () => data('api-keys', { name: randomUUID() }),
      answers: anyKind('200'),
    },
    {
      how: 'a longer life',
      params: id('otherKeyId'),
      body: () => data('api-keys', { name: 'longer', expires_at: '2099-01-01T00:00:00Z' }),
      // The ended session is detected in its tenant, after the body was read.
      answers: {
        ...answers('400 unknown'),
        saml_of_two_tenants: '400 unknown',
        before_a_new_password: '400 unknown',
        signed_out: '400 unknown',
        of_former_member: '400 unknown',
      },
    },
  ],
  api_keys_revoke_destroy: [{ how: 'another', params: id('otherKeyId'), answers: anyKind('200') }],

  saml_config_list: [list()],
  saml_config_retrieve: [read(id('configId'))],
  saml_config_create: [
    {
      how: 'a second one',
      params: none,
      body: () =>
        data('saml-configurations', { email_domain: 'second.example', metadata_xml: metadata }),
      answers: answers('400 unique', { ...recent, of_another_tenant: '201' }),
    },
  ],
  saml_config_partial_update: [
    {
      how: 'the certificate',
      params: id('configId'),
      body: () => data('saml-configurations', { metadata_xml: metadata }),
      answers: answers('200', { ...recent, ...otherTenant }),
    },
  ],
  saml_config_verify_domain: [
    {
      how: 'without a record in DNS',
      params: id('configId'),
      answers: answers('409 domain_not_verified', { ...recent, ...otherTenant }),
    },
  ],
  saml_config_destroy: [
    {
      how: 'end it',
      params: id('configId'),
      answers: answers('204', { ...recent, ...otherTenant }),
    },
  ],

  provider_groups_list: [list()],
  provider_groups_retrieve: [read(id('groupId'))],
  provider_groups_create: [
    {
      how: 'that a role sees',
      params: none,
      body: ({ roleId, providerId }) =>
        data(
          'provider-groups',
          { name: randomUUID() },
          {
            relationships: {
              roles: link('roles', roleId),
              providers: link('providers', providerId),
            },
          },
        ),
      answers: anyKind('201', '400 not_found'),
    },
  ],
  provider_groups_partial_update: [
    {
      how: 'that a role sees',
      params: id('groupId'),
      body: ({ roleId }) =>
        data('provider-groups', {}, { relationships: { roles: link('roles', roleId) } }),
      answers: anyKind('200'),
    },
  ],
  provider_groups_destroy: [{ how: 'one', params: id('groupId'), answers: anyKind('204') }],
  ...Object.fromEntries(
    ['create', 'partial_update', 'destroy'].map((verb) => [
      `provider_groups_relationships_providers_${verb}`,
      [
        {
          how: 'of a group',
          params: id('groupId'),
          body: ({ providerId }: Scene) => link('providers', providerId),
          answers: anyKind('204'),
        },
      ],
    ]),
  ),
}
