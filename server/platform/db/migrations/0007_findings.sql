-- Why: findings are versions: one verdict that held for scans seq_from <= seq < seq_to. Nothing is copied per scan, so a
-- scan that changes nothing writes nothing. Codes are smallint because under row-level security only leakproof operators
-- reach an index: status 1 PASS, 2 FAIL, 3 MANUAL; severity 1 informational … 5 critical; delta 1 new, 2 changed.
-- Lock: none, new tables.

set local role plumbline_owner;

create table resources (
  tenant_id uuid not null,
  provider_id uuid not null,
  resource_key uuid not null, -- hash of uid and region
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
  content uuid not null, -- hash of what may change: a row is written only when this differs
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz, -- no finding is about it any more
  primary key (tenant_id, provider_id, resource_key),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create unique index resources_by_id on resources (tenant_id, id);
create index resources_by_service on resources (tenant_id, provider_id, service, region);
create index resources_by_time on resources (tenant_id, inserted_at desc, id desc);
call guard_tenant('resources');
grant select, insert, update, delete on resources to plumbline_app;

create table resource_tags (
  tenant_id uuid not null,
  resource_id uuid not null,
  key text collate "C" not null,
  value text collate "C" not null,
  primary key (tenant_id, resource_id, key),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade
);
create index resource_tags_by_value on resource_tags (tenant_id, key, value, resource_id);
call guard_tenant('resource_tags');
grant select, insert, update, delete on resource_tags to plumbline_app;

-- The judged records, once per content: an unchanged record costs nothing.
create table finding_bodies (
  tenant_id uuid not null,
  provider_id uuid not null,
  body_key uuid not null,
  body jsonb not null,
  primary key (tenant_id, provider_id, body_key),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('finding_bodies');
grant select, insert, delete on finding_bodies to plumbline_app;

create table findings (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null, -- 128-bit hash of uid
  id uuid not null,
  scan_id uuid not null, -- the scan that made this version
  unit text collate "C" not null,
  resource_id uuid,
  uid text collate "C" not null,
  check_id text collate "C" not null,
  status smallint not null check (status between 1 and 3),
  status_until timestamptz, -- end of an attestation
  raw_status smallint not null check (raw_status between 1 and 3),
  severity smallint not null check (severity between 1 and 5),
  delta smallint check (delta between 1 and 2),
  muted boolean not null default false,
  mute_rule_id uuid,
  muted_reason text,
  triage smallint,
  service text collate "C" not null,
  region text collate "C" not null,
  resource_type text collate "C" not null,
  seq_from int not null,
  counted smallint, -- bucket and severity that the rollups hold; null: none yet
  observed_seq int, -- last seen by a scan outside its unit
  removed_at timestamptz, -- when a partial scan found that it is no more
  changed_at timestamptz not null,
  first_seen_at timestamptz not null,
  triaged_at timestamptz, -- last mute or triage
  status_extended text not null,
  body_key uuid,
  primary key (tenant_id, provider_id, finding_key),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
) with (fillfactor = 90);
create unique index findings_by_id on findings (tenant_id, id);
-- With the scan of a version and its mute, so that the failed findings of an earlier scan are counted by it alone.
create index findings_listed on findings (tenant_id, provider_id, status, severity desc, id desc)
  include (seq_from, muted) where removed_at is null;
create index findings_of_tenant on findings (tenant_id, status, severity desc, id desc) where removed_at is null;
-- Since when a check's findings are there is read off its first entry.
create index findings_by_check on findings (tenant_id, check_id, status, first_seen_at) where removed_at is null;
create index findings_by_region on findings (tenant_id, provider_id, region, service) where removed_at is null;
create index findings_by_resource on findings (tenant_id, resource_id) where removed_at is null;
-- By the unit alone: equal entries are kept once, 10 bytes a row, where one behind each row's key takes 140.
create index findings_by_unit on findings (tenant_id, provider_id, unit);
create index findings_observed on findings (tenant_id, provider_id) where observed_seq is not null;
create index findings_attested on findings (status_until) where status_until is not null;
create index findings_triage on findings (tenant_id, triage) where triage is not null;
-- The few rows that the rollups hold otherwise than they are: counted is 8 * severity + 2 * status + muted.
-- Written as an equality, which the planner takes for rare; it takes "is distinct from" for nearly all rows.
create index findings_uncounted on findings (tenant_id, provider_id)
  where case when removed_at is null and counted = severity * 8 + status * 2 + muted::int then 0 else 1 end = 1;
call guard_tenant('findings');
grant select, insert, update, delete on findings to plumbline_app;

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
  reason smallint not null check (reason between 1 and 3), -- changed, removed, unplanned
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
) partition by range (closed_at);
create index finding_history_listed on finding_history (tenant_id, provider_id, status, severity desc, id desc)
  include (seq_from, seq_to, muted, closed_at);
-- A key nearly always names one provider's finding, and there are few versions of each.
create index finding_history_by_key on finding_history (tenant_id, finding_key);
create index finding_history_by_unit on finding_history (tenant_id, provider_id, unit, seq_to);
create index finding_history_by_id on finding_history (tenant_id, id);
call guard_tenant('finding_history');
grant select, insert, update, delete on finding_history to plumbline_app;
create table finding_history_default partition of finding_history default;
call guard_tenant('finding_history_default'); -- a parent's policy does not guard a partition named directly

-- Resources on which one check has found several things; one may be named without need. A group has as many resources as
-- findings, but for these, so groups are counted by rollups and not row by row.
create table multi_finding_resources (
  tenant_id uuid not null,
  provider_id uuid not null,
  resource_id uuid not null,
  primary key (tenant_id, provider_id, resource_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('multi_finding_resources');
grant select, insert, delete on multi_finding_resources to plumbline_app;

-- Not live any more; outlives retention, so that a finding that returns keeps its past.
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
  primary key (tenant_id, provider_id, finding_key),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('closed_findings');
grant select, insert, update, delete on closed_findings to plumbline_app;

-- Mutes, triage and attestations, as they happened.
create table finding_events (
  tenant_id uuid not null,
  provider_id uuid not null,
  finding_key uuid not null,
  at timestamptz not null default now(),
  kind smallint not null, -- 1 mute, 2 unmute, 3 triage, 4 attestation
  actor uuid, -- null: a scan or the clock
  before smallint,
  after smallint,
  scan_id uuid,
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index finding_events_by_key on finding_events (tenant_id, provider_id, finding_key, at);
create index finding_events_by_time on finding_events (tenant_id, at);
call guard_tenant('finding_events');
grant select, insert, delete on finding_events to plumbline_app;

-- Live in a done unit, but not read in this scan. An all-zero finding_key stands for the whole check.
create table scan_gaps (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  check_id text collate "C" not null,
  finding_key uuid not null,
  primary key (tenant_id, scan_id, unit, check_id, finding_key),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
call guard_tenant('scan_gaps');
grant select, insert, delete on scan_gaps to plumbline_app;

-- Rows seen outside their unit, by partial scans and imports.
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
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
create index scan_observations_by_key on scan_observations (tenant_id, provider_id, finding_key, seq desc);
create index scan_observations_by_time on scan_observations (tenant_id, recorded_at);
call guard_tenant('scan_observations');
grant select, insert, delete on scan_observations to plumbline_app;

-- Month partitions three months ahead. A start may call this as the restricted role.
create function create_history_partitions()
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first_day date;
  partition_name text;
  made int := 0;
begin
  for ahead in 0..3 loop
    first_day := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date;
    partition_name := 'finding_history_' || to_char(first_day, 'YYYY_MM');
    if to_regclass('public.' || partition_name) is null then
      execute format(
        'create table public.%I partition of public.finding_history for values from (%L) to (%L)',
        partition_name, first_day::timestamp at time zone 'UTC',
        (first_day + interval '1 month')::timestamp at time zone 'UTC');
      call guard_tenant(('public.' || partition_name)::regclass);
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;

-- Statistics of the tables that a scan fills. Without them a merge is planned as if a provider had two rows, and reads all
-- of it for each unit. The embedded engine never gathers any, and a server's own come a minute late. A table is looked at
-- again when it has doubled. While a provider is scanned for the first time, what it fills is looked at every half minute:
-- any index that begins with the tenant looks as good as the right one until then, and each unit reads all of the tenant
-- (9 s for 2,000 findings, PostgreSQL 15). One caller at a time; the others go on.
create function refresh_statistics()
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '200ms' as $$
declare
  grown record;
  made int := 0;
  first_scan boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('refresh_statistics')) then
    return 0;
  end if;
  select exists (select from public.scans where state = 'executing' and seq = 1) into first_scan;
  for grown in
    select c.oid::regclass as name
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (c.relname = any ('{findings, finding_bodies, closed_findings, resources, resource_tags, rollup_live,
                              scan_units, latest_unit_runs, scan_gaps, scan_observations}')
            or starts_with(c.relname, 'finding_history_'))
       and (pg_relation_size(c.oid) / 8192 > 2 * greatest(c.relpages, 8)
            or first_scan and c.relname = any ('{findings, resources, rollup_live, scan_units, latest_unit_runs}')
               and pg_stat_get_mod_since_analyze(c.oid) >= 1000
               and coalesce(greatest(pg_stat_get_last_analyze_time(c.oid),
                                     pg_stat_get_last_autoanalyze_time(c.oid)), '-infinity')
                   < now() - interval '30 s')
  loop
    execute 'analyze ' || grown.name;
    made := made + 1;
  end loop;
  return made;
exception
  when lock_not_available then
    return 0; -- somebody vacuums the table; a scan does not wait for that
end
$$;

select create_history_partitions();
grant execute on function create_history_partitions, refresh_statistics to plumbline_app;

reset role;
grant select (tenant_id, provider_id, finding_key, status_until) on findings to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_ended_attestations(most int)
returns table (tenant_id uuid, provider_id uuid, finding_key uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.tenant_id, e.provider_id, e.finding_key
    from (select f.tenant_id, f.provider_id, f.finding_key, f.status_until,
                 row_number() over (partition by f.tenant_id order by f.status_until) as turn
            from findings f
           where f.status_until <= now()) e
   order by e.turn, e.status_until
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_ended_attestations to plumbline_app;
