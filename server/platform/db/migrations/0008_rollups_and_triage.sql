-- Why: counters of findings by what lists filter and group by, so that no count reads the findings; and what people decide
-- about findings. A decision outlives the version it was made on, so it is kept by the finding's key. The live rows carry
-- the outcome: a list asks nobody.
-- Lock: none, new tables.

set local role plumbline_owner;

-- How many live findings there are of each kind. A writer of findings changes them in the same transaction.
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
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
) with (fillfactor = 75);
call guard_tenant('rollup_live');
grant select, insert, update, delete on rollup_live to plumbline_app;

-- The rollup rows of a scan as they were when it ended, in the order of their keys.
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
  -- Resources that the same checks looked at: the checks, separated by spaces, and how many resources.
  resource_checks text[] not null default '{}',
  resource_counts int[] not null default '{}',
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
call guard_tenant('rollup_snapshots');
grant select, insert, update, delete on rollup_snapshots to plumbline_app;

-- The failed findings of a provider at the end of its last scan of each day.
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
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('severity_days');
grant select, insert, update, delete on severity_days to plumbline_app;

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
  finding_key uuid not null,
  uid text collate "C" not null,
  primary key (tenant_id, rule_id, provider_id, finding_key),
  foreign key (tenant_id, rule_id) references mute_rules (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index mute_rule_findings_by_key on mute_rule_findings (tenant_id, provider_id, finding_key);
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
  finding_key uuid not null,
  body text not null,
  author uuid references users on delete set null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index finding_notes_by_key on finding_notes (tenant_id, provider_id, finding_key, inserted_at);
call guard_tenant('finding_notes');
grant select, insert, update, delete on finding_notes to plumbline_app;

-- Somebody has verified by hand that what no API tells is in order. Kept when it is over.
create table finding_attestations (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  id uuid not null,
  evidence text not null,
  author uuid references users on delete set null,
  author_name text not null, -- as it was: a statement keeps the name it was made under
  attested_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, provider_id, finding_key, id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
-- Those that the clock may end, which no write has noted: part of the data version of lists.
create index finding_attestations_running on finding_attestations (tenant_id, expires_at) where ended_at is null;
call guard_tenant('finding_attestations');
grant select, insert, update, delete on finding_attestations to plumbline_app;

reset role;
grant select (tenant_id, id, enabled, expires_at) on mute_rules to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_ended_mute_rules(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.tenant_id, e.id
    from (select r.tenant_id, r.id, r.expires_at,
                 row_number() over (partition by r.tenant_id order by r.expires_at) as turn
            from mute_rules r
           where r.enabled and r.expires_at <= now()) e
   order by e.turn, e.expires_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_ended_mute_rules to plumbline_app;
