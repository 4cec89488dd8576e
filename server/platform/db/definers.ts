/**
 * The functions that run with the rights of their owner, and the reason why each needs to read or write
 * rows that its caller cannot. The catalogue test fails for a function that is missing here.
 */
export const definers: Readonly<Record<string, string>> = {
  // Before a tenant is known.
  find_login:
    'sign-in finds a user by email address before the tenant is known; users cannot be listed',
  find_api_keys: 'a request has an API key without its tenant; the key is found by its prefix',
  find_invitation: 'a request has an invitation token without its tenant; it is found by its hash',
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
  tenants_of_user: 'sign-in and switching list the tenants of one user',
  create_user: 'sign-up creates a user before the user has a tenant',
  create_tenant: 'the user who creates a tenant is not a member of it yet',
  start_refresh_family: 'sign-in creates a family of refresh tokens, which belongs to the user',
  find_refresh_family: 'the start of a session is stored with its family of refresh tokens',
  rotate_refresh: 'a refresh token is replaced before its tenant is verified',
  end_refresh_families:
    'a password change or a removal ends sessions in one tenant or in all tenants',
  find_signing_keys:
    'signing keys belong to the installation; the function returns only encrypted keys',
  add_first_signing_key: 'the first process creates the signing keys that all processes use',
  is_unknown_master_key:
    'at startup, the server checks that its master key encrypted the keys of the tenants',

  // Users and tenants are global tables, so members reach their own through these.
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
  queue_mail: 'emails are counted for each mailbox, across all tenants',
  claim_mail: 'a worker finds emails that are due',
  finish_mail: 'a worker records that an email was sent or must be retried',
  find_second_factor:
    'a second factor belongs to its user, regardless of the tenant of the session',
  enrol_second_factor: 'a user enrolls a second factor',
  count_second_factor_attempt: 'an attempt is counted before its code is checked',
  accept_second_factor: 'a code is accepted only once',
  confirm_second_factor: 'a user confirms a new second factor with a code',
  use_recovery_code: 'a recovery code is accepted only once',
  delete_second_factor: 'a second factor is deleted by its user or by a manager of the user',
  users_of_tenant: 'a tenant lists its members, without their password hashes',
  find_caller: 'every request checks that the session of its user is still valid',
  sessions_of: 'a user lists their sessions in every tenant',
  end_session: 'a user ends one of their sessions, in any tenant',
  end_switched_sessions: 'the number of sessions of one sign-in is limited across all tenants',
  end_other_sessions: 'a user ends all sessions except the current one',
  end_saml_sessions:
    'the identity provider of a tenant signs a user out; sessions cannot be listed',
  ended_sessions: 'the sessions of open streams of many tenants are checked again',
  find_sign_in: 'the server reads which proof a user must provide to change sign-in settings',
  find_password: 'a user who changes their password must enter the current one',
  change_user: 'a member changes a user of the tenant of the transaction',
  set_password: 'a user or a manager of the user sets the password, which belongs to no tenant',
  unlink_identities: 'a new email address set by a manager removes linked accounts in every tenant',
  had_password_assigned:
    'a user who joins a second tenant must not have a password that a manager set',
  end_bound_sessions:
    'joining a second tenant ends sessions and keys that the first tenant could control',
  delete_user: 'deleting a user also deletes memberships and keys in every tenant',
  delete_users_without_tenant: 'a user is deleted with their last membership, in any tenant',
  tenants_managed_only_by: 'a user cannot leave other members without a manager, in any tenant',
  delete_tenant: 'the tenant of the transaction is deleted after its rows',
  rename_tenant: 'the tenant of the transaction is renamed',

  listener_rights:
    'one statement checks the rights of open streams of many tenants; it returns only hashes',

  // Work whose holder died, in any tenant: ids only.
  find_abandoned_tenants: 'a worker finds tenants whose only user deleted their account',
  count_work:
    'metrics count waiting and running work of the whole installation; returns only counts',
  take_due_tasks: 'a worker finds tasks that are due; returns only IDs and kinds',
  find_unfinished_provider_deletions: 'a worker finds hidden providers whose deletion failed',
  find_due_schedules: 'a worker finds schedules whose next run is due',
  find_ended_attestations: 'a worker finds expired attestations',
  find_ended_mute_rules: 'a worker finds expired mute rules',
  find_unfinished_mute_rules:
    'a worker finds changes of mute rules whose task failed; returns only IDs',
  find_alert_recipient: 'an emailed link of an alert has no tenant; the token finds it',
  find_recipients_to_ask:
    'a worker finds addresses that need a confirmation email; returns only IDs',
  find_due_alert_rules:
    'a worker finds alert rules whose daily evaluation is due; returns only IDs',
  find_unsent_alerts: 'a worker finds alerts whose emails are not queued yet; returns only IDs',
  count_deliveries:
    'metrics count waiting deliveries of the whole installation; returns only counts',
  claim_delivery: 'a worker finds deliveries that are due; returns only IDs',
  find_old_deliveries:
    'a worker finds tenants with old entries in the delivery log; returns only IDs',
  find_trackers_to_look:
    'a worker finds integrations whose issues must be checked; returns only IDs',
  release_leases: 'the embedded process releases the leases that it had before a crash',

  find_audit_heads:
    'the heads of all audit chains are exported; returns only IDs, numbers and hashes',

  refresh_statistics:
    'only an owner can collect statistics, and the embedded engine does not collect them itself',
  create_history_partitions:
    'the server creates partitions for the next months at startup, and it owns no table',
}
