import { globalTables, tenantTables } from '../../platform/db/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import { accountLoaders, type AccountServices, accountRoutes, settingsOf } from './routes.ts'
import { abandonedTenants, deleteTenant, type TenantDeletionServices } from './tasks.ts'

export { keyUse } from './api-keys.ts'
export { type AddressMails, addressMails } from './email/mails.ts'
export { type KnownUser, releaseAddress, userWith, verifyAddress } from './email/operator.ts'
export { invitationPageAt, type InvitationPages } from './invitation-page/index.ts'
export { makeResetToken } from './password-reset/operator.ts'
export { type DomainClaim, domainClaims, releaseDomain, verifyDomain } from './saml/operator.ts'
export { type Admission, byOperator, type NewUser, register } from './signing-up.ts'
export { socialProviders } from './social/settings.ts'
export { accountTypes } from './routes.ts'

export const feature = declareFeature<AccountServices & TenantDeletionServices & SweepServices>({
  name: 'accounts',
  tables: [
    ...globalTables(
      'hashes',
      'email_tokens',
      'password_resets',
      'recovery_codes',
      'refresh_families',
    ),
    ...globalTables('installation', 'saml_domains'),
    ...globalTables('secrets', 'second_factors'),
    ...globalTables('installation', 'tenants'),
    ...globalTables('personal', 'user_identities', 'users'),
    ...tenantTables('hashes', 'api_keys'),
    ...tenantTables('personal', 'invitation_roles'),
    ...tenantTables('hashes', 'invitations'),
    ...tenantTables('personal', 'memberships'),
    ...tenantTables('settings', 'role_provider_groups', 'roles'),
    ...tenantTables('personal', 'user_roles'),
    ...tenantTables('settings', 'saml_configurations'),
    ...tenantTables('hashes', 'saml_sign_ins'),
    ...tenantTables('personal', 'saml_sign_outs', 'saml_users'),
  ],
  definers: {
    find_login:
      'sign-in finds a user by email address before the tenant is known; users cannot be listed',
    find_invitation:
      'a request has an invitation token without its tenant; it is found by its hash',
    find_saml_domain: 'SAML sign-in finds a domain before the user is known',
    claim_saml_domain: 'a tenant cannot configure a domain that another tenant has verified',
    verify_saml_domain:
      'a verified domain belongs to one tenant, even if other tenants configured it earlier',
    own_saml_domain: 'a tenant reads whether its configured domain is verified',
    saml_domain_claims: 'the operator lists the tenants that configured a domain',
    release_saml_domain: 'the tenant of the transaction releases its domain',
    find_saml_ticket: 'a request has a SAML ticket without its tenant; it is found by its hash',
    find_identity:
      'sign-in finds the user of an external account; external accounts cannot be listed',
    find_user_by_email: 'a verified email address can belong to a user of any tenant',
    find_email_token: 'an emailed link has no tenant; its token is found by its hash',
    request_password_reset: 'a user who forgot the password has no session and no tenant yet',
    find_password_reset: 'a link for a new password has no tenant; its token is found by its hash',
    claim_first_tenant: 'sign-up depends on whether a tenant exists',
    create_user: 'sign-up creates a user before the user has a tenant',
    create_tenant: 'the user who creates a tenant is not a member of it yet',
    start_refresh_family: 'sign-in creates a family of refresh tokens, which belongs to the user',
    find_refresh_family: 'the start of a session is stored with its family of refresh tokens',
    rotate_refresh: 'a refresh token is replaced before its tenant is verified',
    end_refresh_families:
      'a password change or a removal ends sessions in one tenant or in all tenants',
    link_identity: 'a user links an external account, which belongs to no tenant',
    identities_of: 'a user lists their linked external accounts',
    unlink_identity: 'a user removes a linked external account',
    request_email: 'a member requests a new email address, which applies in every tenant',
    add_email_token: 'an emailed link belongs to its user, regardless of the tenant of the session',
    add_password_reset:
      'a link for a new password belongs to its user, whose address and password belong to no tenant',
    use_password_reset: 'a user sets a new password with the token of a link',
    confirm_email: 'a user verifies an email address',
    release_email: 'the owner of an address removes it from an account of any tenant',
    verify_email: 'the operator marks the email address of a user as verified',
    find_second_factor:
      'a second factor belongs to its user, regardless of the tenant of the session',
    enrol_second_factor: 'a user enrolls a second factor',
    count_second_factor_attempt: 'an attempt is counted before its code is checked',
    accept_second_factor: 'a code is accepted only once',
    confirm_second_factor: 'a user confirms a new second factor with a code',
    use_recovery_code: 'a recovery code is accepted only once',
    delete_second_factor: 'a second factor is deleted by its user or by a manager of the user',
    users_of_tenant: 'a tenant lists its members, without their password hashes',
    sessions_of: 'a user lists their sessions in every tenant',
    end_session: 'a user ends one of their sessions, in any tenant',
    end_switched_sessions: 'the number of sessions of one sign-in is limited across all tenants',
    end_other_sessions: 'a user ends all sessions except the current one',
    end_saml_sessions:
      'the identity provider of a tenant signs a user out; sessions cannot be listed',
    find_sign_in: 'the server reads which proof a user must provide to change sign-in settings',
    find_password: 'a user who changes their password must enter the current one',
    change_user: 'a member changes a user of the tenant of the transaction',
    set_password: 'a user or a manager of the user sets the password, which belongs to no tenant',
    unlink_identities:
      'a new email address set by a manager removes linked accounts in every tenant',
    had_password_assigned:
      'a user who joins a second tenant must not have a password that a manager set',
    end_bound_sessions:
      'joining a second tenant ends sessions and keys that the first tenant could control',
    delete_user: 'deleting a user also deletes memberships and keys in every tenant',
    delete_users_without_tenant: 'a user is deleted with their last membership, in any tenant',
    tenants_managed_only_by: 'a user cannot leave other members without a manager, in any tenant',
    delete_tenant: 'the tenant of the transaction is deleted after its rows',
    rename_tenant: 'the tenant of the transaction is renamed',
    find_abandoned_tenants: 'a worker finds tenants whose only user deleted their account',
  },
  tasks: [deleteTenant],
  endpoints: ({ config, ...services }) => accountRoutes({ ...services, ...settingsOf(config) }),
  loaders: () => accountLoaders,
  sweeps: ({ atWork, log }) => [abandonedTenants(atWork, log)],
})
