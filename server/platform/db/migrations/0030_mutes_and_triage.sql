-- Why: findings are hidden by rule and decided about by people; what was decided outlives the version it
-- was decided on, so it is kept by the finding's key. The live rows carry the outcome: a list asks nobody.
-- Lock: share on findings while two partial indexes over few rows are made, 0.3 s a million rows.

set local role plumbline_owner;

create table mute_rules (
  tenant_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  reason text not null,
  enabled boolean not null default true,
  expires_at timestamptz, -- from then on it is disabled
  created_by uuid references users on delete set null,
  owner uuid references users on delete set null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index mute_rules_name on mute_rules (tenant_id, name);
create index mute_rules_ending on mute_rules (expires_at) where enabled and expires_at is not null;
call guard_tenant('mute_rules');
grant select, insert, update, delete on mute_rules to plumbline_app;

create table mute_rule_findings (
  tenant_id uuid not null,
  rule_id uuid not null,
  provider_id uuid not null,
  ukey uuid not null,
  uid text collate "C" not null,
  primary key (tenant_id, rule_id, provider_id, ukey),
  foreign key (tenant_id, rule_id) references mute_rules (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index on mute_rule_findings (tenant_id, provider_id, ukey);
call guard_tenant('mute_rule_findings');
grant select, insert, delete on mute_rule_findings to plumbline_app;

create table processors (
  tenant_id uuid not null,
  id uuid not null,
  processor_type text collate "C" not null,
  configuration jsonb not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index processors_type on processors (tenant_id, processor_type);
call guard_tenant('processors');
grant select, insert, update, delete on processors to plumbline_app;

create table finding_notes (
  tenant_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  ukey uuid not null,
  body text not null,
  author uuid references users on delete set null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index on finding_notes (tenant_id, provider_id, ukey, inserted_at);
call guard_tenant('finding_notes');
grant select, insert, update, delete on finding_notes to plumbline_app;

-- Somebody has verified by hand that what no API tells is in order. Kept when it is over.
create table finding_attestations (
  tenant_id uuid not null,
  provider_id uuid not null,
  ukey uuid not null,
  id uuid not null,
  evidence text not null,
  author uuid references users on delete set null,
  author_name text not null, -- as it was: a statement keeps the name it was made under
  attested_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, provider_id, ukey, id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('finding_attestations');
grant select, insert, update, delete on finding_attestations to plumbline_app;

create index findings_attested on findings (status_until) where status_until is not null;
create index findings_triage on findings (tenant_id, triage) where triage is not null;

reset role;
grant select (tenant_id, provider_id, ukey, status_until) on findings to plumbline_auth;
grant select (tenant_id, id, enabled, expires_at) on mute_rules to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_ended_attestations(most int)
returns table (tenant_id uuid, provider_id uuid, ukey uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.provider_id, f.ukey
    from findings f
   where f.status_until <= now()
   order by f.status_until
   limit most
$$;

create function find_ended_mute_rules(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.tenant_id, r.id
    from mute_rules r
   where r.enabled and r.expires_at <= now()
   order by r.expires_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_ended_attestations, find_ended_mute_rules to plumbline_app;
