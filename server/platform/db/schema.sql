-- Written by `npm run schema` from the migrations, which say why. Every tenant table is guarded by guard_tenant.

-- accounts

create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text collate "C" not null,
  prefix text collate "C" not null,
  hash bytea not null,
  expires_at timestamptz not null,
  revoked boolean not null default false,
  inserted_at timestamptz not null default now(),
  last_used_at timestamptz,
  parent_id uuid,
  auth_method text collate "C",
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (tenant_id, parent_id) references api_keys(tenant_id, id) on delete cascade
);
create index api_keys_by_parent on api_keys (tenant_id, parent_id) where (parent_id is not null);
create index api_keys_by_prefix on api_keys (prefix);
create index api_keys_by_user on api_keys (tenant_id, user_id);

create table email_tokens (
  hash bytea not null,
  user_id uuid not null,
  email text collate "C" not null,
  expires_at timestamptz not null default (now() + '24:00:00'::interval),
  primary key (hash),
  foreign key (user_id) references users(id) on delete cascade
);
create index email_tokens_by_user on email_tokens (user_id);

create table invitation_roles (
  tenant_id uuid not null,
  invitation_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, invitation_id, role_id),
  foreign key (tenant_id, invitation_id) references invitations(tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles(tenant_id, id) on delete cascade
);
create index invitation_roles_by_role on invitation_roles (tenant_id, role_id);

create table invitations (
  tenant_id uuid not null,
  id uuid not null,
  email text collate "C" not null,
  state text collate "C" not null default 'pending',
  token_hash bytea not null,
  inviter_id uuid,
  expires_at timestamptz not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  key_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (tenant_id, inviter_id) references memberships(tenant_id, user_id) on delete set null (inviter_id),
  check ((state = any (array['pending', 'accepted', 'expired', 'revoked'])))
);
create index invitations_by_inviter on invitations (tenant_id, inviter_id);
create index invitations_by_time on invitations (tenant_id, inserted_at, id);
create index invitations_by_token on invitations (token_hash);
create unique index invitations_one_pending on invitations (tenant_id, email) where (state = 'pending');

create table memberships (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  role text collate "C" not null,
  date_joined timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (user_id) references users(id) on delete cascade,
  check ((role = any (array['owner', 'member'])))
);
create index memberships_by_user on memberships (user_id);

create table password_resets (
  hash bytea not null,
  user_id uuid,
  email text collate "C" not null,
  made_by text collate "C" not null,
  tenant_id uuid,
  administrator_id uuid,
  session_epoch int not null,
  expires_at timestamptz not null,
  primary key (hash),
  foreign key (administrator_id) references users(id) on delete cascade,
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (user_id) references users(id) on delete cascade,
  check ((made_by = any (array['user', 'administrator', 'operator'])))
);
create index password_resets_by_end on password_resets (expires_at);
create index password_resets_by_user on password_resets (user_id);

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  primary key (user_id, hash),
  foreign key (user_id) references second_factors(user_id) on delete cascade
);

create table refresh_families (
  id uuid not null,
  user_id uuid not null,
  tenant_id uuid not null,
  auth_time timestamptz not null,
  auth_method text collate "C" not null,
  current_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked boolean not null default false,
  saml_issuer text collate "C",
  saml_name_id text collate "C",
  saml_session_index text collate "C",
  primary key (id),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (user_id) references users(id) on delete cascade,
  check ((auth_method = any (array['password', 'assigned_password', 'social', 'saml'])))
);
create index refresh_families_by_expiry on refresh_families (expires_at);
create index refresh_families_by_name_id on refresh_families (tenant_id, saml_name_id) where (saml_name_id is not null);
create index refresh_families_by_user on refresh_families (user_id);

create table role_provider_groups (
  tenant_id uuid not null,
  role_id uuid not null,
  provider_group_id uuid not null,
  primary key (tenant_id, role_id, provider_group_id),
  foreign key (tenant_id, provider_group_id) references provider_groups(tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles(tenant_id, id) on delete cascade
);
create index role_provider_groups_by_group on role_provider_groups (tenant_id, provider_group_id);

create table roles (
  tenant_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  manage_users boolean not null default false,
  manage_account boolean not null default false,
  manage_billing boolean not null default false,
  manage_providers boolean not null default false,
  manage_integrations boolean not null default false,
  manage_scans boolean not null default false,
  manage_ingestions boolean not null default false,
  manage_alerts boolean not null default false,
  unlimited_visibility boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id) references tenants(id) on delete cascade
);

create table saml_configurations (
  tenant_id uuid not null,
  id uuid not null,
  email_domain text collate "C" not null,
  metadata_xml text not null,
  identity_provider jsonb not null,
  by_owner boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id),
  unique (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);

create table saml_domains (
  email_domain text collate "C" not null,
  tenant_id uuid not null,
  verified_at timestamptz,
  primary key (email_domain),
  unique (tenant_id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);

create table saml_sign_ins (
  tenant_id uuid not null,
  id uuid not null,
  browser_hash bytea not null,
  callback_path text not null,
  expires_at timestamptz not null default (now() + '00:10:00'::interval),
  assertion_id text collate "C",
  asserted jsonb,
  finish_hash bytea,
  user_id uuid,
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  address text,
  primary key (tenant_id, id),
  unique (tenant_id, assertion_id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);
create index saml_sign_ins_by_expiry on saml_sign_ins (tenant_id, expires_at);
create index saml_sign_ins_by_ticket on saml_sign_ins (ticket_hash);

create table saml_sign_outs (
  tenant_id uuid not null,
  request_id text collate "C" not null,
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, request_id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);
create index saml_sign_outs_by_time on saml_sign_outs (tenant_id, inserted_at);

create table saml_users (
  tenant_id uuid not null,
  email text collate "C" not null,
  user_id uuid not null,
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, email),
  foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade
);
create index saml_users_by_user on saml_users (tenant_id, user_id);

create table second_factors (
  user_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  failures int not null default 0,
  locked_until timestamptz,
  inserted_at timestamptz not null default now(),
  primary key (user_id),
  foreign key (user_id) references users(id) on delete cascade
);

create table tenants (
  id uuid not null,
  name text not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  abandoned_at timestamptz,
  primary key (id)
);
create index tenants_abandoned on tenants (abandoned_at) where (abandoned_at is not null);

create table user_identities (
  id uuid not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null,
  email text collate "C" not null,
  inserted_at timestamptz not null default now(),
  primary key (id),
  unique (issuer, subject),
  foreign key (user_id) references users(id) on delete cascade
);
create index user_identities_by_user on user_identities (user_id);

create table user_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, role_id) references roles(tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade
);
create index user_roles_by_role on user_roles (tenant_id, role_id);

create table users (
  id uuid not null,
  email text collate "C" not null,
  email_verified boolean not null default false,
  pending_email text collate "C",
  name text not null,
  company_name text not null default '',
  password_hash text not null,
  password_assigned boolean not null default false,
  assigned_at timestamptz,
  session_epoch int not null default 0,
  is_active boolean not null default true,
  date_joined timestamptz not null default now(),
  primary key (id),
  unique (email)
);

-- alerts

create table alert_messages (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  window_key text collate "C" not null,
  digest jsonb not null,
  unsent text[] collate "C" not null,
  sent int not null default 0,
  dropped int not null default 0,
  due_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, rule_id, window_key),
  foreign key (tenant_id, rule_id) references alert_rules(tenant_id, id) on delete cascade
);
create index alert_messages_by_time on alert_messages (tenant_id, rule_id, inserted_at);
create index alert_messages_unsent on alert_messages (due_at) where (unsent <> '{}'[]);

create table alert_recipients (
  tenant_id uuid not null,
  id uuid not null,
  email text collate "C" not null,
  status text collate "C" not null default 'pending',
  confirmation_hash bytea,
  confirmation_until timestamptz,
  confirmation_sent_at timestamptz,
  unsubscribe_token text collate "C" not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  asked_by uuid,
  ask_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, email),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  check ((status = any (array['pending', 'confirmed', 'unsubscribed', 'bounced'])))
);
create index alert_recipients_by_confirmation on alert_recipients (confirmation_hash);
create index alert_recipients_by_time on alert_recipients (tenant_id, inserted_at, id);
create index alert_recipients_by_unsubscription on alert_recipients (unsubscribe_token);
create index alert_recipients_to_ask on alert_recipients (ask_at) where (ask_at is not null);

create table alert_rule_integrations (
  tenant_id uuid not null,
  rule_id uuid not null,
  integration_id uuid not null,
  primary key (tenant_id, rule_id, integration_id),
  foreign key (tenant_id, integration_id) references integrations(tenant_id, id) on delete cascade,
  foreign key (tenant_id, rule_id) references alert_rules(tenant_id, id) on delete cascade
);
create index alert_rule_integrations_by_integration on alert_rule_integrations (tenant_id, integration_id);

create table alert_rules (
  tenant_id uuid not null,
  id uuid not null,
  author uuid,
  name text collate "C" not null,
  description text not null,
  enabled boolean not null,
  trigger text collate "C" not null,
  condition jsonb not null,
  provider_ids uuid[] not null,
  recipient_emails text[] collate "C" not null,
  next_daily_at timestamptz not null,
  daily_from timestamptz not null default now(),
  last_fired_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  undelivered_at timestamptz,
  undelivered_reason text collate "C",
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, author) references memberships(tenant_id, user_id) on delete set null (author),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  check ((trigger = any (array['after_scan', 'daily', 'both'])))
);
create index alert_rules_by_author on alert_rules (tenant_id, author);
create index alert_rules_by_time on alert_rules (tenant_id, inserted_at, id);
create index alert_rules_daily on alert_rules (next_daily_at) where (enabled and (author is not null) and (trigger <> 'after_scan'));

-- audit

create table audit_events (
  tenant_id uuid not null,
  id uuid not null,
  sequence bigint not null,
  inserted_at timestamptz not null,
  actor_id uuid,
  credential_id text collate "C",
  action text collate "C" not null,
  resource_type text collate "C" not null,
  resource_id uuid,
  before jsonb,
  after jsonb,
  request_id text collate "C",
  key_id uuid,
  hash bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);
create index audit_events_by_resource on audit_events (tenant_id, resource_id);
create index audit_events_by_time on audit_events (tenant_id, inserted_at, id);
create unique index audit_events_chain on audit_events (tenant_id, sequence);

create table audit_heads (
  tenant_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  key_id uuid,
  primary key (tenant_id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);

-- auth

create table signing_keys (
  kid text collate "C" not null,
  sealed_key bytea not null,
  public_key text not null,
  inserted_at timestamptz not null default now(),
  primary key (kid)
);

-- db

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  breaks_before text,
  primary key (name)
);

-- http

create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  route text collate "C" not null,
  key text collate "C" not null,
  id uuid not null,
  request bytea not null,
  inserted_at timestamptz not null default now(),
  answer bytea,
  primary key (tenant_id, user_id, route, key),
  foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade
);
create index idempotency_keys_by_time on idempotency_keys (tenant_id, inserted_at);

-- ingestion

create table imported_checks (
  tenant_id uuid not null,
  provider_id uuid not null,
  check_id text collate "C" not null,
  observed_at timestamptz not null,
  title text not null,
  texts jsonb not null,
  primary key (tenant_id, provider_id, check_id),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

create table ingestion_errors (
  tenant_id uuid not null,
  ingestion_id uuid not null,
  position int not null,
  record int,
  pointer text not null,
  code text collate "C" not null,
  detail text not null,
  primary key (tenant_id, ingestion_id, "position"),
  foreign key (tenant_id, ingestion_id) references ingestions(tenant_id, id) on delete cascade
);

create table ingestion_scans (
  tenant_id uuid not null,
  scan_id uuid not null,
  ingestion_id uuid not null,
  part int not null,
  records int not null,
  oldest_at timestamptz not null,
  file text collate "C" not null,
  position bigint not null,
  ends_at bigint not null,
  began_at timestamptz,
  unit_stored int not null default 0,
  unit_gaps int not null default 0,
  superseded boolean not null default false,
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, ingestion_id) references ingestions(tenant_id, id) on delete cascade,
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade
);
create index ingestion_scans_by_ingestion on ingestion_scans (tenant_id, ingestion_id);

create table ingestion_units (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  number int not null,
  records int not null,
  checks jsonb not null,
  primary key (tenant_id, scan_id, unit),
  foreign key (tenant_id, scan_id) references ingestion_scans(tenant_id, scan_id) on delete cascade
);

create table ingestions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  sees_all boolean not null,
  task_id uuid,
  file_name text collate "C" not null,
  bytes bigint not null,
  state text collate "C" not null default 'pending',
  total int not null default 0,
  invalid int not null default 0,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  reader_fence bigint,
  accounts_position bigint not null default 0,
  keeps_file boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  check ((state = any (array['pending', 'processing', 'recording', 'failed'])))
);
create index ingestions_by_time on ingestions (tenant_id, requested_at desc, id desc);

-- integrations

create table deliveries (
  tenant_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  provider_id uuid,
  task_id uuid,
  kind text collate "C" not null,
  dedupe_key text collate "C" not null,
  payload jsonb not null,
  state text collate "C" not null default 'pending',
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null default (now() + '24:00:00'::interval),
  attempted_at timestamptz,
  ended_at timestamptz,
  reason_code text collate "C",
  reason text,
  outcome jsonb,
  inserted_at timestamptz not null default now(),
  is_under_way boolean not null default false,
  failures jsonb not null default '[]'::jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, integration_id, dedupe_key),
  foreign key (tenant_id, integration_id) references integrations(tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  check ((state = any (array['pending', 'delivered', 'failed'])))
);
create index deliveries_by_end on deliveries (ended_at) where (state <> 'pending');
create index deliveries_by_provider on deliveries (tenant_id, provider_id) where (provider_id is not null);
create index deliveries_by_task on deliveries (tenant_id, task_id) where (task_id is not null);
create index deliveries_by_time on deliveries (tenant_id, integration_id, inserted_at, id);
create index deliveries_due on deliveries (tenant_id, integration_id, due_at, id) where (state = 'pending');

create table integration_providers (
  tenant_id uuid not null,
  integration_id uuid not null,
  provider_id uuid not null,
  primary key (tenant_id, integration_id, provider_id),
  foreign key (tenant_id, integration_id) references integrations(tenant_id, id) on delete cascade
);
create index integration_providers_by_provider on integration_providers (tenant_id, provider_id);

create table integration_secrets (
  tenant_id uuid not null,
  integration_id uuid not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, integration_id),
  foreign key (tenant_id, integration_id) references integrations(tenant_id, id) on delete cascade
);

create table integrations (
  tenant_id uuid not null,
  id uuid not null,
  integration_type text collate "C" not null,
  enabled boolean not null default true,
  configuration jsonb not null,
  learned jsonb not null default '{}'::jsonb,
  domain text collate "C",
  provider_id uuid,
  connected boolean,
  connection_last_checked_at timestamptz,
  connection_requested_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lease_until timestamptz,
  fence bigint not null default 0,
  paused_until timestamptz,
  failures int not null default 0,
  look_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, integration_type, domain),
  unique (tenant_id, integration_type, provider_id),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create index integrations_by_provider on integrations (tenant_id, provider_id);
create index integrations_by_time on integrations (tenant_id, inserted_at, id);
create index integrations_to_look on integrations (look_at) where (look_at is not null);

create table tracker_issues (
  tenant_id uuid not null,
  integration_id uuid not null,
  dispatch_key text collate "C" not null,
  issue_key text collate "C" not null,
  named jsonb not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  state text collate "C" not null default 'open',
  recheck_id uuid,
  recheck_scans uuid[] not null default '{}'::uuid[],
  looked_at timestamptz,
  site text collate "C",
  issue_id text collate "C",
  more int not null default 0,
  missing_since timestamptz,
  rechecked_at timestamptz,
  primary key (tenant_id, integration_id, dispatch_key),
  foreign key (tenant_id, integration_id) references integrations(tenant_id, id) on delete cascade,
  check ((state = any (array['open', 'checking', 'failing', 'over'])))
);
create index tracker_issues_to_look on tracker_issues (tenant_id, integration_id, looked_at) where (state <> 'over');

-- mail

create table mails (
  id uuid not null,
  mailbox text collate "C" not null,
  sender_id uuid,
  sealed bytea,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  primary key (id)
);
create index mails_by_mailbox on mails (mailbox, inserted_at);
create index mails_by_sender on mails (sender_id, inserted_at);
create index mails_by_time on mails (inserted_at);
create index mails_due on mails (due_at) where (sealed is not null);

-- mutes

create table mute_rule_changes (
  tenant_id uuid not null,
  rule_id uuid not null,
  task_id uuid not null,
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references mute_rules(tenant_id, id) on delete cascade
);

create table mute_rule_findings (
  tenant_id uuid not null,
  rule_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  uid text collate "C" not null,
  primary key (tenant_id, rule_id, provider_id, finding_key),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  foreign key (tenant_id, rule_id) references mute_rules(tenant_id, id) on delete cascade
);
create index mute_rule_findings_by_key on mute_rule_findings (tenant_id, provider_id, finding_key);

create table mute_rules (
  tenant_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  reason text not null,
  enabled boolean not null default true,
  expires_at timestamptz,
  created_by uuid,
  owner uuid,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (created_by) references users(id) on delete set null,
  foreign key (owner) references users(id) on delete set null
);
create index mute_rules_ending on mute_rules (expires_at) where (enabled and (expires_at is not null));
create unique index mute_rules_name on mute_rules (tenant_id, name);

create table processors (
  tenant_id uuid not null,
  id uuid not null,
  processor_type text collate "C" not null,
  configuration jsonb not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unmatched_entries jsonb,
  unmatched_count int,
  primary key (tenant_id, id)
);
create unique index processors_type on processors (tenant_id, processor_type);

-- providers

create table provider_group_members (
  tenant_id uuid not null,
  provider_group_id uuid not null,
  provider_id uuid not null,
  primary key (tenant_id, provider_group_id, provider_id),
  foreign key (tenant_id, provider_group_id) references provider_groups(tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create index provider_group_members_by_provider on provider_group_members (tenant_id, provider_id);

create table provider_groups (
  tenant_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id) references tenants(id) on delete cascade
);

create table provider_revisions (
  tenant_id uuid not null,
  provider_id uuid not null,
  seq int not null default 0,
  revision bigint not null default 0,
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

create table provider_secrets (
  tenant_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  name text collate "C",
  secret_type text collate "C" not null,
  sealed bytea not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  check ((secret_type = any (array['static', 'role', 'service_account'])))
);

create table providers (
  tenant_id uuid not null,
  id uuid not null,
  provider text collate "C" not null,
  uid text collate "C" not null,
  alias text collate "C",
  connected boolean,
  connection_last_checked_at timestamptz,
  connection_requested_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  identity text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);
create unique index providers_by_uid on providers (tenant_id, provider, uid) where (deleted_at is null);
create index providers_deleted on providers (deleted_at) where (deleted_at is not null);

-- recording

create table closed_findings (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  id uuid not null,
  raw_status smallint not null,
  status_until timestamptz,
  triage smallint,
  first_seen_at timestamptz not null,
  triaged_at timestamptz,
  suppression text,
  primary key (tenant_id, provider_id, finding_key),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

create table finding_attestations (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  id uuid not null,
  evidence text not null,
  author uuid,
  author_name text not null,
  attested_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, provider_id, finding_key, id),
  foreign key (author) references users(id) on delete set null,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create index finding_attestations_running on finding_attestations (tenant_id, expires_at) where (ended_at is null);

create table finding_bodies (
  tenant_id uuid not null,
  provider_id uuid not null,
  body_key uuid not null,
  body jsonb not null,
  primary key (tenant_id, provider_id, body_key),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

create table finding_events (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  at timestamptz not null default now(),
  kind smallint not null,
  actor uuid,
  before smallint,
  after smallint,
  scan_id uuid,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create index finding_events_by_key on finding_events (tenant_id, provider_id, finding_key, at);
create index finding_events_by_time on finding_events (tenant_id, at);

create table finding_history (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  resource_id uuid,
  uid text collate "C" not null,
  check_id text collate "C" not null,
  status smallint not null,
  raw_status smallint not null,
  severity smallint not null,
  delta smallint,
  muted boolean not null,
  mute_rule_id uuid,
  muted_reason text,
  triage smallint,
  service text collate "C" not null,
  region text collate "C" not null,
  resource_type text collate "C" not null,
  seq_from int not null,
  seq_to int not null,
  observed_seq int,
  changed_at timestamptz not null,
  first_seen_at timestamptz not null,
  triaged_at timestamptz,
  status_extended text not null,
  body_key uuid,
  closed_at timestamptz not null default now(),
  reason smallint not null,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  check (((reason >= 1) and (reason <= 3)))
);
create index finding_history_by_id on finding_history (tenant_id, id);
create index finding_history_by_key on finding_history (tenant_id, finding_key);
create index finding_history_by_unit on finding_history (tenant_id, provider_id, unit, seq_to);
create index finding_history_listed on finding_history (tenant_id, provider_id, status, severity desc, id desc) include (seq_from, seq_to, muted, closed_at);

create table findings (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  resource_id uuid,
  uid text collate "C" not null,
  check_id text collate "C" not null,
  status smallint not null,
  status_until timestamptz,
  raw_status smallint not null,
  severity smallint not null,
  delta smallint,
  muted boolean not null default false,
  mute_rule_id uuid,
  muted_reason text,
  triage smallint,
  service text collate "C" not null,
  region text collate "C" not null,
  resource_type text collate "C" not null,
  seq_from int not null,
  counted smallint,
  observed_seq int,
  removed_at timestamptz,
  changed_at timestamptz not null,
  first_seen_at timestamptz not null,
  triaged_at timestamptz,
  status_extended text not null,
  body_key uuid,
  suppression text,
  primary key (tenant_id, provider_id, finding_key),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  check (((delta >= 1) and (delta <= 2))),
  check (((raw_status >= 1) and (raw_status <= 3))),
  check (((severity >= 1) and (severity <= 5))),
  check (((status >= 1) and (status <= 3)))
);
create index findings_attested on findings (status_until) where (status_until is not null);
create index findings_by_check on findings (tenant_id, check_id, status, first_seen_at) where (removed_at is null);
create unique index findings_by_id on findings (tenant_id, id);
create index findings_by_region on findings (tenant_id, provider_id, region, service) where (removed_at is null);
create index findings_by_resource on findings (tenant_id, resource_id) where (removed_at is null);
create index findings_by_unit on findings (tenant_id, provider_id, unit);
create index findings_listed on findings (tenant_id, provider_id, status, severity desc, id desc) include (seq_from, muted) where (removed_at is null);
create index findings_observed on findings (tenant_id, provider_id) where (observed_seq is not null);
create index findings_of_tenant on findings (tenant_id, status, severity desc, id desc) where (removed_at is null);
create index findings_triage on findings (tenant_id, triage) where (triage is not null);
create index findings_uncounted on findings (tenant_id, provider_id) where (
case
    when ((removed_at is null) and (counted = (((severity * 8) + (status * 2)) + (muted)::int))) then 0
    else 1
end = 1);

create table multi_finding_resources (
  tenant_id uuid not null,
  provider_id uuid not null,
  resource_id uuid not null,
  primary key (tenant_id, provider_id, resource_id),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

create table scan_gaps (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  check_id text collate "C" not null,
  finding_key uuid not null,
  last_key uuid,
  primary key (tenant_id, scan_id, unit, check_id, finding_key),
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade
);

create table scan_observations (
  tenant_id uuid not null,
  scan_id uuid not null,
  provider_id uuid not null,
  seq int not null,
  finding_key uuid not null,
  id uuid not null,
  status smallint not null,
  raw_status smallint not null,
  severity smallint not null,
  delta smallint,
  recorded_at timestamptz not null,
  primary key (tenant_id, scan_id, finding_key),
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade
);
create index scan_observations_by_key on scan_observations (tenant_id, provider_id, finding_key, seq desc);
create index scan_observations_by_time on scan_observations (tenant_id, recorded_at);

-- reports

create table scan_reports (
  tenant_id uuid not null,
  scan_id uuid not null,
  task_id uuid not null,
  file_id uuid,
  bytes bigint,
  built_at timestamptz,
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade
);
create unique index scan_reports_by_file on scan_reports (tenant_id, file_id) where (file_id is not null);

-- resources

create table resource_tags (
  tenant_id uuid not null,
  resource_id uuid not null,
  key text collate "C" not null,
  value text collate "C" not null,
  primary key (tenant_id, resource_id, key),
  foreign key (tenant_id, resource_id) references resources(tenant_id, id) on delete cascade
);
create index resource_tags_by_value on resource_tags (tenant_id, key, value, resource_id);

create table resources (
  tenant_id uuid not null,
  provider_id uuid not null,
  resource_key uuid not null,
  id uuid not null,
  uid text collate "C" not null,
  name text collate "C" not null,
  region text collate "C" not null,
  service text collate "C" not null,
  type text collate "C" not null,
  partition text collate "C",
  details text,
  metadata jsonb,
  failed_findings_count int not null default 0,
  content uuid not null,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, provider_id, resource_key),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create unique index resources_by_id on resources (tenant_id, id);
create index resources_by_service on resources (tenant_id, provider_id, service, region);
create index resources_by_time on resources (tenant_id, inserted_at desc, id desc);

-- rollups

create table rollup_live (
  tenant_id uuid not null,
  provider_id uuid not null,
  unit text collate "C" not null,
  check_id text collate "C" not null,
  region text collate "C" not null,
  resource_type text collate "C" not null,
  severity smallint not null,
  service text collate "C" not null,
  pass int not null default 0,
  pass_muted int not null default 0,
  fail int not null default 0,
  fail_muted int not null default 0,
  manual int not null default 0,
  manual_muted int not null default 0,
  new_pass int not null default 0,
  new_pass_muted int not null default 0,
  new_fail int not null default 0,
  new_fail_muted int not null default 0,
  new_manual int not null default 0,
  new_manual_muted int not null default 0,
  changed_pass int not null default 0,
  changed_pass_muted int not null default 0,
  changed_fail int not null default 0,
  changed_fail_muted int not null default 0,
  changed_manual int not null default 0,
  changed_manual_muted int not null default 0,
  primary key (tenant_id, provider_id, unit, check_id, region, resource_type, severity),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

create table rollup_snapshots (
  tenant_id uuid not null,
  scan_id uuid not null,
  provider_id uuid not null,
  unit text[] not null,
  check_id text[] not null,
  region text[] not null,
  resource_type text[] not null,
  severity smallint[] not null,
  service text[] not null,
  pass int[] not null,
  pass_muted int[] not null,
  fail int[] not null,
  fail_muted int[] not null,
  manual int[] not null,
  manual_muted int[] not null,
  new_pass int[] not null,
  new_pass_muted int[] not null,
  new_fail int[] not null,
  new_fail_muted int[] not null,
  new_manual int[] not null,
  new_manual_muted int[] not null,
  changed_pass int[] not null,
  changed_pass_muted int[] not null,
  changed_fail int[] not null,
  changed_fail_muted int[] not null,
  changed_manual int[] not null,
  changed_manual_muted int[] not null,
  resource_checks text[] not null default '{}'[],
  resource_counts int[] not null default '{}'::int[],
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade
);

create table severity_days (
  tenant_id uuid not null,
  provider_id uuid not null,
  day date not null,
  scan_id uuid not null,
  critical int not null,
  high int not null,
  medium int not null,
  low int not null,
  informational int not null,
  muted int not null,
  primary key (tenant_id, provider_id, day),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);

-- saved-views

create table saved_views (
  tenant_id uuid not null,
  id uuid not null,
  owner uuid not null,
  name text collate "C" not null,
  screen text collate "C" not null,
  query text not null,
  is_shared boolean not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, owner, screen, name),
  foreign key (tenant_id, owner) references memberships(tenant_id, user_id) on delete cascade
);
create index saved_views_by_name on saved_views (tenant_id, name, id);

-- scan-configurations

create table scan_configuration_providers (
  tenant_id uuid not null,
  provider_id uuid not null,
  scan_configuration_id uuid not null,
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  foreign key (tenant_id, scan_configuration_id) references scan_configurations(tenant_id, id) on delete cascade
);
create index scan_configuration_providers_by_configuration on scan_configuration_providers (tenant_id, scan_configuration_id);

create table scan_configurations (
  tenant_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  configuration jsonb not null,
  unknown_keys text[] not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id) references tenants(id) on delete cascade
);
create index scan_configurations_by_time on scan_configurations (tenant_id, inserted_at, id);

-- scans

create table latest_unit_runs (
  tenant_id uuid not null,
  provider_id uuid not null,
  unit text collate "C" not null,
  seq int not null,
  scan_id uuid not null,
  recorded_at timestamptz not null,
  gaps int not null default 0,
  primary key (tenant_id, provider_id, unit),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create index latest_unit_runs_by_time on latest_unit_runs (tenant_id, recorded_at desc);
create index latest_unit_runs_with_gaps on latest_unit_runs (tenant_id) where (gaps > 0);

create table scan_coverage (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  check_id text collate "C" not null,
  service text collate "C" not null,
  region text collate "C" not null,
  resource_type text collate "C" not null,
  outcome text collate "C" not null,
  action text collate "C" not null default '',
  count int not null,
  sample text,
  primary key (tenant_id, scan_id, unit, check_id, region, resource_type, outcome, action),
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade,
  check ((outcome = any (array['assessed', 'not_applicable', 'denied', 'throttled', 'error', 'capped', 'excluded'])))
);
create index scan_coverage_unread on scan_coverage (tenant_id, scan_id) where (outcome = any (array['denied', 'throttled', 'error', 'capped']));

create table scan_units (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  provider_id uuid not null,
  seq int not null,
  state text collate "C" not null default 'waiting',
  attempts int not null default 0,
  checked int not null default 0,
  findings int not null default 0,
  gaps int not null default 0,
  error_code text,
  error_detail text,
  recorded_at timestamptz,
  failures int not null default 0,
  primary key (tenant_id, scan_id, unit),
  foreign key (tenant_id, scan_id) references scans(tenant_id, id) on delete cascade,
  check ((state = any (array['waiting', 'running', 'done', 'failed'])))
);
create index scan_units_by_time on scan_units (tenant_id, recorded_at) where (recorded_at is not null);
create index scan_units_by_unit on scan_units (tenant_id, provider_id, unit, seq desc);
create index scan_units_unfinished on scan_units (tenant_id, provider_id) where (recorded_at is null);

create table scans (
  tenant_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  task_id uuid,
  name text collate "C",
  kind smallint not null,
  trigger text collate "C" not null,
  state text collate "C" not null default 'available',
  seq int,
  resource_uids text[],
  progress smallint not null default 0,
  checked int not null default 0,
  total int not null default 0,
  unique_resource_count int not null default 0,
  error_code text,
  error_detail text,
  inserted_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  scheduled_at timestamptz,
  next_scan_at timestamptz,
  updated_at timestamptz not null default now(),
  emitted int not null default 0,
  stored int not null default 0,
  merged int not null default 0,
  rejected int not null default 0,
  rejections jsonb not null default '{}'::jsonb,
  configuration jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, provider_id, seq),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  check ((kind = any (array[1, 2, 3]))),
  check ((state = any (array['available', 'scheduled', 'executing', 'completed', 'failed', 'cancelled']))),
  check ((trigger = any (array['manual', 'scheduled', 'imported'])))
);
create index scans_by_state on scans (tenant_id, provider_id, state);
create index scans_by_time on scans (tenant_id, inserted_at desc, id desc);
create index scans_latest on scans (tenant_id, provider_id, ((kind = 1)) desc, coalesce(completed_at, inserted_at) desc, id desc) where ((state = 'completed') and (kind <> 2));
create unique index scans_one_executing on scans (tenant_id, provider_id) where (state = 'executing');
create unique index scans_one_per_planned_run on scans (tenant_id, provider_id, scheduled_at) where (trigger = 'scheduled');
create index scans_waiting on scans (inserted_at) where (state = 'available');

-- schedules

create table schedules (
  tenant_id uuid not null,
  provider_id uuid not null,
  scan_enabled boolean not null default true,
  scan_frequency text collate "C" not null,
  scan_hour smallint,
  scan_timezone text collate "C" not null default 'UTC',
  scan_interval_hours int,
  scan_day_of_week smallint,
  scan_day_of_month smallint,
  anchor_at timestamptz not null,
  next_scan_at timestamptz,
  last_scan_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade,
  check (((scan_frequency <> 'INTERVAL') or (scan_interval_hours is not null))),
  check (((scan_frequency <> 'WEEKLY') or (scan_day_of_week is not null))),
  check (((scan_frequency <> 'MONTHLY') or (scan_day_of_month is not null))),
  check ((scan_enabled = (next_scan_at is not null))),
  check (((scan_day_of_month >= 1) and (scan_day_of_month <= 28))),
  check (((scan_day_of_week >= 0) and (scan_day_of_week <= 6))),
  check ((scan_frequency = any (array['DAILY', 'INTERVAL', 'WEEKLY', 'MONTHLY']))),
  check (((scan_hour >= 0) and (scan_hour <= 23))),
  check (((scan_interval_hours >= 24) and (scan_interval_hours <= 8784)))
);
create index schedules_by_next_scan on schedules (next_scan_at) where (next_scan_at is not null);

-- tasks

create table tasks (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid,
  name text collate "C" not null,
  state text collate "C" not null default 'available',
  provider_id uuid,
  input jsonb not null default '{}'::jsonb,
  task_args jsonb not null default '{}'::jsonb,
  result jsonb,
  metadata jsonb not null default '{}'::jsonb,
  attempts int not null default 0,
  fence bigint not null default 0,
  lease_until timestamptz,
  inserted_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  stalled_since timestamptz,
  due_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade,
  check ((state = any (array['available', 'scheduled', 'executing', 'completed', 'failed', 'cancelled'])))
);
create index tasks_by_name on tasks (tenant_id, name, state);
create index tasks_by_time on tasks (tenant_id, inserted_at desc, id desc);
create index tasks_due on tasks (name, state, tenant_id, due_at, id) where (state = any (array['available', 'executing']));

-- triage

create table finding_notes (
  tenant_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  body text not null,
  author uuid,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (author) references users(id) on delete set null,
  foreign key (tenant_id, provider_id) references providers(tenant_id, id) on delete cascade
);
create index finding_notes_by_key on finding_notes (tenant_id, provider_id, finding_key, inserted_at);

-- vault

create table tenant_keys (
  tenant_id uuid not null,
  id uuid not null,
  wrapped bytea not null,
  wrapping_key text collate "C" not null,
  uses bigint not null default 0,
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants(id) on delete cascade
);

-- functions, with the role whose rights they have

-- accept_second_factor(of_user uuid, step bigint) → boolean, plumbline_auth
-- add_email_token(new_hash bytea, of_user uuid, address text) → void, plumbline_auth
-- add_first_signing_key(new_kid text, new_sealed bytea, new_public text) → void, plumbline_auth
-- add_password_reset(new_hash bytea, of_user uuid, by text, administrator uuid) → timestamptz, plumbline_auth
-- change_user(wanted uuid, new_email text, new_name text, new_company text, new_hash text) → void, plumbline_auth
-- claim_delivery(lease_seconds int, without uuid[]) → table(tenant_id uuid, integration_id uuid, id uuid, fence bigint), plumbline_auth
-- claim_first_tenant() → boolean, plumbline_auth
-- claim_mail(lease_seconds int) → table(id uuid, sealed bytea, attempts int, is_over boolean), plumbline_auth
-- claim_saml_domain(wanted text) → boolean, plumbline_auth
-- confirm_email(wanted bytea, of_user uuid) → boolean, plumbline_auth
-- confirm_second_factor(of_user uuid, code_hashes bytea[]) → void, plumbline_auth
-- count_deliveries() → table(target text, waiting bigint, oldest_seconds double precision), plumbline_auth
-- count_second_factor_attempt(of_user uuid) → int, plumbline_auth
-- count_work() → table(kind text, name text, count bigint), plumbline_auth
-- create_history_partitions() → int, plumbline_owner
-- create_tenant(new_id uuid, new_name text) → void, plumbline_auth
-- create_user(new_id uuid, new_email text, new_name text, new_company text, new_hash text) → void, plumbline_auth
-- delete_second_factor(of_user uuid) → void, plumbline_auth
-- delete_tenant() → void, plumbline_auth
-- delete_user(wanted uuid) → void, plumbline_auth
-- delete_users_without_tenant(wanted uuid[]) → void, plumbline_auth
-- end_bound_sessions(of_user uuid) → void, plumbline_auth
-- end_other_sessions(of_user uuid, kept uuid) → void, plumbline_auth
-- end_refresh_families(of_user uuid, of_tenant uuid) → void, plumbline_auth
-- end_saml_sessions(of_issuer text, of_name text, of_indexes text[]) → setof uuid, plumbline_auth
-- end_session(of_user uuid, ended uuid) → boolean, plumbline_auth
-- end_switched_sessions(of_user uuid, like_session uuid, kept uuid[], most int) → int, plumbline_auth
-- ended_sessions(asked uuid[]) → setof uuid, plumbline_auth
-- enrol_second_factor(new_id uuid, of_user uuid, new_sealed bytea) → boolean, plumbline_auth
-- find_abandoned_tenants(most int) → table(id uuid), plumbline_auth
-- find_alert_recipient(wanted_hash bytea, wanted_token text) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_api_keys(wanted text) → table(tenant_id uuid, id uuid, user_id uuid, hash bytea, expires_at timestamptz, revoked boolean), plumbline_auth
-- find_audit_heads() → table(tenant_id uuid, sequence bigint, hash bytea, key_id uuid, inserted_at timestamptz), plumbline_auth
-- find_caller(wanted uuid, in_session uuid) → table(session_epoch int, is_active boolean), plumbline_auth
-- find_due_alert_rules(most int) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_due_schedules(most int) → table(tenant_id uuid, provider_id uuid), plumbline_auth
-- find_email_token(wanted bytea) → table(user_id uuid, email text), plumbline_auth
-- find_ended_attestations(most int) → table(tenant_id uuid, provider_id uuid, finding_key uuid), plumbline_auth
-- find_ended_mute_rules(most int) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_identity(wanted_issuer text, wanted_subject text) → table(user_id uuid, email text, is_active boolean), plumbline_auth
-- find_invitation(wanted bytea) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_login(wanted text) → table(id uuid, password_hash text, session_epoch int, is_active boolean), plumbline_auth
-- find_old_deliveries(days int, most int) → table(tenant_id uuid), plumbline_auth
-- find_password(wanted uuid) → table(password_hash text), plumbline_auth
-- find_password_reset(wanted bytea) → table(user_id uuid, email text, name text, company_name text, made_by text, tenant_id uuid, administrator_id uuid), plumbline_auth
-- find_recipients_to_ask(most int) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_refresh_family(wanted uuid) → table(auth_time timestamptz, auth_method text), plumbline_auth
-- find_saml_domain(wanted text) → table(tenant_id uuid, verified boolean), plumbline_auth
-- find_saml_ticket(wanted bytea) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_second_factor(of_user uuid) → table(id uuid, sealed bytea, confirmed_at timestamptz, last_step bigint, inserted_at timestamptz, recovery_codes_left int), plumbline_auth
-- find_sign_in(of_user uuid) → table(email text, has_password boolean, password_assigned boolean), plumbline_auth
-- find_signing_keys() → table(kid text, sealed_key bytea, public_key text, inserted_at timestamptz), plumbline_auth
-- find_trackers_to_look(most int) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_unfinished_mute_rules(most int) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_unfinished_provider_deletions(most int) → table(tenant_id uuid, provider_id uuid), plumbline_auth
-- find_unsent_alerts(most int) → table(tenant_id uuid, id uuid), plumbline_auth
-- find_user_by_email(wanted text) → table(id uuid, is_active boolean, email_verified boolean), plumbline_auth
-- finish_mail(wanted uuid, again_seconds int) → void, plumbline_auth
-- fold_case(written text) → text, plumbline_owner
-- fold_unicode(written text) → text, plumbline_owner
-- guard_tenant(in guarded regclass) → null, plumbline_owner
-- had_password_assigned(of_user uuid) → boolean, plumbline_auth
-- identities_of(of_user uuid) → table(id uuid, issuer text, email text, inserted_at timestamptz), plumbline_auth
-- is_unknown_master_key(master uuid) → boolean, plumbline_auth
-- link_identity(new_id uuid, new_issuer text, new_subject text, of_user uuid, address text, is_verified boolean) → uuid, plumbline_auth
-- listener_rights(of_tenants uuid[], in_tenants int[], of_users uuid[], of_keys uuid[], of_epochs int[]) → table(n int, version text), plumbline_auth
-- own_saml_domain() → table(email_domain text, verified_at timestamptz), plumbline_auth
-- queue_mail(new_id uuid, to_mailbox text, by_user uuid, new_sealed bytea, most int) → boolean, plumbline_auth
-- refresh_statistics() → int, plumbline_owner
-- release_email(of_user uuid, address text) → text, plumbline_auth
-- release_leases() → void, plumbline_auth
-- release_saml_domain() → void, plumbline_auth
-- rename_tenant(new_name text) → void, plumbline_auth
-- request_email(of_user uuid, wanted text) → void, plumbline_auth
-- request_password_reset(new_hash bytea, address text) → table(user_id uuid, has_password boolean, email_verified boolean), plumbline_auth
-- rotate_refresh(wanted uuid, old_hash bytea, new_hash bytea) → boolean, plumbline_auth
-- saml_domain_claims(wanted text) → table(tenant_id uuid, name text, leads boolean, verified_at timestamptz), plumbline_auth
-- sessions_of(of_user uuid, idle interval) → table(id uuid, tenant_id uuid, signed_in_at timestamptz, last_used_at timestamptz, expires_at timestamptz, auth_method text), plumbline_auth
-- set_password(of_user uuid, new_hash text, by_other boolean) → void, plumbline_auth
-- start_refresh_family(new_id uuid, for_user uuid, for_tenant uuid, first_hash bytea, until timestamptz, signed_in_at timestamptz, signed_in_by text, issuer text, name_id text, session_index text) → void, plumbline_auth
-- take_due_tasks(kinds text[], slots int, excluded uuid, served uuid) → table(tenant_id uuid, id uuid, name text), plumbline_auth
-- tenants_managed_only_by(wanted uuid) → table(id uuid), plumbline_auth
-- tenants_of_user(wanted uuid) → table(id uuid, name text, inserted_at timestamptz, updated_at timestamptz, membership_id uuid, role text, date_joined timestamptz), plumbline_auth
-- unlink_identities(of_user uuid) → void, plumbline_auth
-- unlink_identity(wanted uuid, of_user uuid) → boolean, plumbline_auth
-- use_password_reset(wanted bytea, new_hash text) → boolean, plumbline_auth
-- use_recovery_code(of_user uuid, code_hash bytea) → boolean, plumbline_auth
-- users_of_tenant() → table(id uuid, email text, name text, company_name text, is_active boolean, date_joined timestamptz, session_epoch int, email_verified boolean, pending_email text), plumbline_auth
-- verify_email(of_user uuid, address text) → boolean, plumbline_auth
-- verify_saml_domain(wanted text) → boolean, plumbline_auth
