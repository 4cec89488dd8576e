/**
 * The indexes that do not begin with tenant_id, and the definer functions that read rows of several tenants. A database
 * that is split by tenant would have to support these. The catalog test fails for any other, and for a name that is
 * no longer true. Every other statement runs in a transaction of one tenant, where policies hide the rows of the others.
 * The test reads the text of a function: it finds one without a condition on the tenant, and not one that has it for only
 * one of its tables.
 */

/** Indexes of tenant tables that do not begin with tenant_id, and the functions or statements that use them. */
export const indexesAcrossTenants: Readonly<Record<string, string>> = {
  // A key leads to its tenant.
  alert_recipients_by_confirmation: 'find_alert_recipient: a link of an email has no tenant',
  alert_recipients_by_unsubscription: 'find_alert_recipient: a link of an email has no tenant',
  api_keys_by_prefix: 'find_api_keys: a request has an API key without its tenant',
  invitations_by_token: 'find_invitation: a link of an invitation has no tenant',
  memberships_by_user: 'tenants_of_user: a user can be in several tenants',
  saml_sign_ins_by_ticket: 'find_saml_ticket: a request has a ticket without its tenant',
  // Work of all tenants. All are partial.
  alert_messages_unsent: 'find_unsent_alerts',
  alert_recipients_to_ask: 'find_recipients_to_ask',
  alert_rules_daily: 'find_due_alert_rules',
  deliveries_by_end: 'find_old_deliveries: ended deliveries until they are deleted',
  findings_attested: 'find_ended_attestations',
  integrations_to_look: 'find_trackers_to_look',
  mute_rules_ending: 'find_ended_mute_rules',
  providers_deleted: 'find_unfinished_provider_deletions',
  scans_waiting: 'count_work',
  schedules_by_next_scan: 'find_due_schedules: one row for each enabled schedule',
  tasks_due:
    'take_due_tasks: kind and state, and then the tenant: a worker goes around the tenants',
}

/**
 * Definer functions that read or change rows of tenant tables, and not only of the tenant of the transaction.
 * - `key`: those that an argument leads to, such as a hash, a user or the tenants of open streams.
 * - `all`: work of all tenants that is due, or counts of it.
 */
export const functionsAcrossTenants: Readonly<Record<string, 'key' | 'all'>> = {
  claim_delivery: 'all',
  count_deliveries: 'all',
  count_work: 'all',
  create_history_partitions: 'all',
  delete_user: 'key',
  delete_users_without_tenant: 'key',
  end_bound_sessions: 'key',
  find_abandoned_tenants: 'all',
  find_alert_recipient: 'key',
  find_api_keys: 'key',
  find_audit_heads: 'all',
  find_due_alert_rules: 'all',
  find_due_schedules: 'all',
  find_ended_attestations: 'all',
  find_ended_mute_rules: 'all',
  find_invitation: 'key',
  find_old_deliveries: 'all',
  find_password_reset: 'key',
  find_recipients_to_ask: 'all',
  find_saml_ticket: 'key',
  find_trackers_to_look: 'all',
  find_unfinished_mute_rules: 'all',
  find_unfinished_provider_deletions: 'all',
  find_unsent_alerts: 'all',
  is_unknown_master_key: 'all',
  listener_rights: 'key',
  refresh_statistics: 'all',
  release_leases: 'all',
  saml_domain_claims: 'key',
  set_password: 'key', // and the API keys of the user in every tenant
  take_due_tasks: 'all',
  tenants_managed_only_by: 'key',
  tenants_of_user: 'key',
  use_password_reset: 'key', // and the API keys of the user in every tenant
}
