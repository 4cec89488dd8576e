/**
 * The functions that run with the rights of their owner, and why each must look where row-level
 * security or a missing grant would stop its caller. The catalogue test fails for one that is not here.
 */
export const definers: Readonly<Record<string, string>> = {
  // Before a tenant is known.
  find_login: 'sign-in knows an e-mail address, and nobody may list users',
  find_api_keys: 'a key arrives without its tenant; its prefix finds it',
  find_invitation: 'an invitation’s token arrives without its tenant; its hash finds it',
  find_saml_domain: 'whoever signs in by SAML names a domain, and is not known yet',
  claim_saml_domain: 'whether another tenant has proven a domain decides who may configure it',
  verify_saml_domain: 'a proven domain leads to one tenant, whichever named it before',
  own_saml_domain: 'a tenant sees whether the domain that it named is proven',
  saml_domain_claims: 'the operator sees which tenants name a domain',
  release_saml_domain: 'the transaction’s tenant gives its domain back',
  find_saml_ticket: 'a ticket arrives without its tenant; its hash finds it',
  find_identity: 'an external account arrives without its user, and nobody may list them',
  find_user_by_email: 'a verified address may be a user’s, of whatever tenant',
  find_email_token: 'a mailed link arrives without its tenant; its hash finds it',
  claim_first_tenant: 'whether there is a tenant at all decides who may sign up',
  tenants_of_user: 'sign-in and switch choose among the tenants of one user',
  create_user: 'sign-up makes a user before any tenant has him',
  create_tenant: 'a tenant is made by somebody who is not in it yet',
  start_refresh_family: 'sign-in begins a family of refresh tokens, which is the user’s',
  find_refresh_family: 'a refreshed session is as old as its sign-in, which its family knows',
  rotate_refresh: 'a refresh token is exchanged before its tenant is believed',
  end_refresh_families: 'a password change or a removal ends sessions in one or all tenants',
  find_signing_keys:
    'the keys of tokens are the product’s; only their sealed form leaves the table',
  add_first_signing_key: 'the first process makes the keys that all use',
  is_unknown_master_key:
    'a start asks whether the keys of tenants were wrapped by the key of its setting',

  // Users and tenants are global tables, so members reach their own through these.
  link_identity: 'a user signs in by an external account, which belongs to no tenant',
  identities_of: 'a user sees by which accounts he signs in',
  unlink_identity: 'a user takes such an account away',
  request_email: 'a member asks for another address, which is his in every tenant',
  add_email_token: 'a mailed link is its user’s, whichever tenant he signs in to',
  confirm_email: 'a user has shown that an address is his',
  release_email: 'the owner of an address takes it from an account of whatever tenant',
  verify_email: 'the operator says that an address is its user’s',
  queue_mail: 'mails are counted by mailbox, whichever tenant has them sent',
  claim_mail: 'a worker looks for mails that are due',
  finish_mail: 'a mail was sent, or is tried again',
  find_second_factor: 'a second factor is its user’s, whichever tenant he signs in to',
  enrol_second_factor: 'a user makes one',
  count_second_factor_attempt: 'a code is counted before it is looked at',
  accept_second_factor: 'a code is accepted once',
  confirm_second_factor: 'a user has shown that he has it',
  use_recovery_code: 'a recovery code opens once',
  delete_second_factor: 'a user, or who manages him, takes it away',
  users_of_tenant: 'the members of the transaction’s tenant, without their password hashes',
  find_caller: 'whether one member’s session still holds, asked at every request',
  sessions_of: 'a user sees where they are signed in, in every tenant',
  end_session: 'a user signs out of one of their sessions, in any tenant',
  end_switched_sessions: 'a user’s sessions of one sign-in are bounded, in all tenants together',
  end_other_sessions: 'a user signs out of all sessions but the one that asks',
  end_saml_sessions:
    'a tenant’s identity provider signs somebody out, and nobody may list sessions',
  ended_sessions: 'open streams of many tenants are asked again whether their sessions hold',
  find_sign_in: 'what a user has to show before he changes how he signs in',
  find_password: 'a user who changes his password proves that he knows it',
  change_user: 'a member changes a user of the transaction’s tenant',
  set_password: 'a member, or who manages him, sets his password, which is no tenant’s',
  unlink_identities: 'who is given another address by a manager signs in anew, in every tenant',
  had_password_assigned: 'who joins a second tenant shows that no manager holds his sign-in',
  end_bound_sessions:
    'who joins a second tenant leaves behind what the first one could have planted, in any tenant',
  delete_user: 'a user goes with his memberships and keys in every tenant',
  delete_users_without_tenant: 'a user goes with the last of his memberships, in whatever tenant',
  tenants_managed_only_by:
    'a user does not leave others behind, in any tenant, without one who manages it',
  delete_tenant: 'the transaction’s tenant is deleted once its rows are',
  rename_tenant: 'the transaction’s tenant gets another name',

  listener_rights:
    'open streams of many tenants are asked again in one statement; only hashes leave it',

  // Work whose holder died, in any tenant: ids only.
  find_waiting_scans: 'a worker looks for scans whose job was lost',
  find_abandoned_tenants: 'a worker looks for tenants whose only user deleted himself',
  count_work: 'metrics say how much work waits and runs in the whole installation, in counts alone',
  find_expired_tasks: 'a worker looks for tasks whose lease ran out or whose job was lost',
  find_unfinished_provider_deletions:
    'a worker looks for hidden providers whose deletion was given up',
  find_due_schedules: 'a worker looks for schedules whose planned run has come',
  find_ended_attestations: 'a worker looks for attestations whose time is over',
  find_ended_mute_rules: 'a worker looks for mute rules whose time is over',
  find_unfinished_mute_rules:
    'a worker looks for changes of mute rules whose task failed; ids only',
  find_alert_recipient: 'the token of a mail arrives without its tenant, and finds it',
  find_recipients_to_ask: 'a worker looks for addresses that are to be asked; ids only',
  find_due_alert_rules: 'a worker looks for alert rules whose daily look has come; ids only',
  find_unsent_alerts: 'a worker looks for alerts whose mails are not queued yet; ids only',
  count_deliveries:
    'metrics say how much waits to be delivered in the whole installation, in counts alone',
  claim_delivery: 'a worker looks for deliveries that are due; ids only',
  find_old_deliveries: 'a worker looks for tenants whose log of deliveries is to be cut; ids only',
  find_trackers_to_look:
    'a worker looks for integrations whose issues are to be looked at; ids only',
  release_leases: 'the one embedded process frees what it held before it crashed',

  find_audit_heads:
    'the heads of all audit chains are exported; ids, numbers and hashes only leave it',

  refresh_statistics:
    'only an owner may gather statistics, and the embedded engine gathers none by itself',
  create_history_partitions:
    'a start makes the coming months’ partitions, and the server owns no table',
}
