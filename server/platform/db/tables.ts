/**
 * What each table is to the tenants. The catalogue test fails for a table that is not here, so a new
 * one cannot be forgotten; a partition is what its parent is.
 *
 * - `tenant`: holds rows of tenants. `guard_tenant` is called on it and every key begins with tenant_id.
 * - `global`: belongs to no tenant; reached only through the functions of `definers.ts`.
 * - `system`: the machinery's own.
 */
export type TableClass = 'tenant' | 'global' | 'system'

export const tables: Readonly<Record<string, TableClass>> = {
  migrations: 'system',

  email_tokens: 'global',
  mails: 'global',
  recovery_codes: 'global',
  refresh_families: 'global',
  saml_domains: 'global',
  second_factors: 'global',
  signing_keys: 'global',
  tenants: 'global',
  user_identities: 'global',
  users: 'global',

  api_keys: 'tenant',
  audit_events: 'tenant',
  audit_heads: 'tenant',
  finding_attestations: 'tenant',
  finding_bodies: 'tenant',
  finding_events: 'tenant',
  finding_gone: 'tenant',
  finding_history: 'tenant',
  finding_notes: 'tenant',
  finding_twins: 'tenant',
  findings: 'tenant',
  idempotency_keys: 'tenant',
  ingestion_errors: 'tenant',
  ingestion_scans: 'tenant',
  ingestion_units: 'tenant',
  ingestions: 'tenant',
  invitation_roles: 'tenant',
  invitations: 'tenant',
  memberships: 'tenant',
  mute_rule_findings: 'tenant',
  mute_rules: 'tenant',
  processors: 'tenant',
  provider_group_members: 'tenant',
  provider_groups: 'tenant',
  provider_heads: 'tenant',
  provider_secrets: 'tenant',
  providers: 'tenant',
  resource_tags: 'tenant',
  resources: 'tenant',
  role_provider_groups: 'tenant',
  roles: 'tenant',
  rollup_live: 'tenant',
  saml_configurations: 'tenant',
  saml_sign_ins: 'tenant',
  saml_sign_outs: 'tenant',
  saml_users: 'tenant',
  scan_coverage: 'tenant',
  scan_gaps: 'tenant',
  scan_observations: 'tenant',
  scan_rollups: 'tenant',
  scan_units: 'tenant',
  scans: 'tenant',
  schedules: 'tenant',
  severity_days: 'tenant',
  tasks: 'tenant',
  tenant_keys: 'tenant',
  unit_heads: 'tenant',
  user_roles: 'tenant',
}

/** The queue's schema: all its tables are `system`, and none of its functions may be a definer's. */
export const systemSchema = 'pgboss'
