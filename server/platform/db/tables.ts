/**
 * Every table: what it is to the tenants, and the module that owns it. Only its owner writes its rows, which `npm run
 * check` enforces; others read it, or call what the owner exports. A provider's rows are deleted by this list. The
 * catalogue test fails for a table that is not here, so a new one cannot be forgotten; a partition is what its parent
 * is.
 *
 * - `tenant`: contains rows of tenants. `guard_tenant` is called on it and every key begins with tenant_id.
 * - `global`: belongs to no tenant; reached only through the functions of `definers.ts`.
 * - `system`: the machinery's own.
 */
export type TableClass = 'tenant' | 'global' | 'system'

export interface Table {
  readonly class: TableClass
  /** A folder of `server/features` or `server/platform`. */
  readonly owner: string
  /**
   * A provider has thousands of its rows, which are deleted with it by this column: one batch per transaction, in the
   * order of this list, since a cascade would delete all at once.
   */
  readonly deletedBy?: 'provider_id' | 'scan_id'
}

const owned =
  (about: Omit<Table, 'owner'>) =>
  (owner: string, ...names: readonly string[]): Record<string, Table> =>
    Object.fromEntries(names.map((name) => [name, { ...about, owner }]))

const system = owned({ class: 'system' })
const global = owned({ class: 'global' })
const tenant = owned({ class: 'tenant' })
const ofProvider = owned({ class: 'tenant', deletedBy: 'provider_id' })
const ofScan = owned({ class: 'tenant', deletedBy: 'scan_id' })

export const tables: Readonly<Record<string, Table>> = {
  ...system('db', 'migrations'),
  ...tenant('audit', 'audit_events', 'audit_heads'),
  ...global('auth', 'signing_keys'),
  ...tenant('http', 'idempotency_keys'),
  ...global('mail', 'mails'),
  ...tenant('tasks', 'tasks'),
  ...tenant('vault', 'tenant_keys'),

  ...global('accounts', 'email_tokens', 'password_resets', 'recovery_codes', 'refresh_families'),
  ...global('accounts', 'saml_domains'),
  ...global('accounts', 'second_factors', 'tenants', 'user_identities', 'users'),
  ...tenant('accounts', 'api_keys', 'invitation_roles', 'invitations', 'memberships'),
  ...tenant('accounts', 'role_provider_groups', 'roles', 'user_roles'),
  ...tenant('accounts', 'saml_configurations', 'saml_sign_ins', 'saml_sign_outs', 'saml_users'),

  ...tenant('providers', 'providers', 'provider_revisions', 'provider_secrets'),
  ...tenant('providers', 'provider_groups', 'provider_group_members'),
  ...tenant('schedules', 'schedules'),
  ...tenant('saved-views', 'saved_views'),
  ...tenant('alerts', 'alert_rules', 'alert_recipients', 'alert_messages'),
  ...tenant('alerts', 'alert_rule_integrations'),
  ...tenant('integrations', 'integrations', 'integration_providers', 'integration_secrets'),
  ...tenant('integrations', 'tracker_issues'),
  ...ofProvider('integrations', 'deliveries'),
  ...tenant('scan-configurations', 'scan_configurations', 'scan_configuration_providers'),
  ...tenant('mutes', 'mute_rules', 'mute_rule_changes', 'processors'),
  ...tenant('ingestion', 'ingestions', 'ingestion_errors'),

  ...ofProvider('recording', 'findings', 'finding_history', 'finding_bodies', 'scan_observations'),
  ...ofProvider('recording', 'closed_findings', 'finding_events', 'finding_attestations'),
  ...ofProvider('recording', 'multi_finding_resources'),
  ...ofProvider('ingestion', 'imported_checks'),
  ...ofProvider('triage', 'finding_notes'),
  ...ofProvider('mutes', 'mute_rule_findings'),
  ...ofProvider('rollups', 'rollup_live', 'severity_days'),
  ...ofProvider('resources', 'resources'),
  ...tenant('resources', 'resource_tags'), // deleted with their resource
  ...ofProvider('scans', 'latest_unit_runs'),
  ...ofScan('ingestion', 'ingestion_units', 'ingestion_scans'),
  ...ofScan('recording', 'scan_gaps'),
  ...ofScan('rollups', 'rollup_snapshots'),
  ...ofScan('reports', 'scan_reports'),
  ...ofScan('scans', 'scan_coverage', 'scan_units'),
  ...ofProvider('scans', 'scans'),
}
