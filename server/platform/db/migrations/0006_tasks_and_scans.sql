-- Why: work in the background, with the leases that decide who may write for it, and scans.
-- Lock: none, new tables.

set local role plumbline_owner;

create table tasks (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  job_id uuid, -- the queue's job that wakes it
  user_id uuid, -- who queued it; nobody for what the product queues itself
  name text collate "C" not null,
  state text collate "C" not null default 'available'
    check (state in ('available', 'scheduled', 'executing', 'completed', 'failed', 'cancelled')),
  provider_id uuid, -- the provider that decides who sees the task
  input jsonb not null default '{}', -- what the worker is given
  task_args jsonb not null default '{}', -- what the wire shows of it
  result jsonb,
  metadata jsonb not null default '{}',
  attempts int not null default 0,
  fence bigint not null default 0, -- raised by each claim: whoever has an old one writes nothing
  lease_until timestamptz,
  inserted_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  primary key (tenant_id, id)
);
create index tasks_by_time on tasks (tenant_id, inserted_at desc, id desc);
create index tasks_by_name on tasks (tenant_id, name, state);
create index tasks_leases on tasks (lease_until) where state = 'executing' and lease_until is not null; -- the sweep
create index tasks_waiting on tasks (inserted_at) where state = 'available'; -- jobs that never woke
call guard_tenant('tasks');
grant select, insert, update, delete on tasks to plumbline_app;

create table scans (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  provider_id uuid not null,
  task_id uuid,
  name text collate "C",
  kind smallint not null check (kind in (1, 2, 3)), -- full, partial, import
  trigger text collate "C" not null check (trigger in ('manual', 'scheduled', 'imported')),
  state text collate "C" not null default 'available'
    check (state in ('available', 'scheduled', 'executing', 'completed', 'failed', 'cancelled')),
  seq int, -- dense per provider, taken when it starts to execute: the order of evidence
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
  -- The equation: emitted = stored + merged + rejected.
  emitted int not null default 0,
  stored int not null default 0,
  merged int not null default 0,
  rejected int not null default 0,
  rejections jsonb not null default '{}', -- reason → count
  primary key (tenant_id, id),
  unique (tenant_id, provider_id, seq),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create unique index scans_one_executing on scans (tenant_id, provider_id) where state = 'executing';
create unique index scans_one_per_planned_run on scans (tenant_id, provider_id, scheduled_at)
  where trigger = 'scheduled';
create index scans_by_time on scans (tenant_id, inserted_at desc, id desc);
create index scans_by_state on scans (tenant_id, provider_id, state);
create index scans_waiting on scans (inserted_at) where state = 'available'; -- the sweep, over all tenants
create index scans_latest on scans
  (tenant_id, provider_id, (kind = 1) desc, (coalesce(completed_at, inserted_at)) desc, id desc)
  where state = 'completed' and kind <> 2;
call guard_tenant('scans');
grant select, insert, update, delete on scans to plumbline_app;

-- Checkpoint and coverage of one service in one region, in one row. Rows that are written two or three times stay in the
-- page they began in, where there is room left for them.
create table scan_units (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null, -- 's3/eu-west-1'
  provider_id uuid not null,
  seq int not null,
  state text collate "C" not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed')),
  attempts int not null default 0,
  checked int not null default 0, -- check × region pairs judged here
  findings int not null default 0,
  gaps int not null default 0,
  error_code text,
  error_detail text,
  recorded_at timestamptz,
  primary key (tenant_id, scan_id, unit),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
) with (fillfactor = 75);
create index scan_units_by_unit on scan_units (tenant_id, provider_id, unit, seq desc);
create index scan_units_by_time on scan_units (tenant_id, recorded_at) where recorded_at is not null;
-- Recorded or not, instead of the state: a unit that is begun keeps its entries.
create index scan_units_unfinished on scan_units (tenant_id, provider_id) where recorded_at is null;
call guard_tenant('scan_units');
grant select, insert, update, delete on scan_units to plumbline_app;

-- The newest done run of each unit. The live findings in the order in which they were seen are read unit by unit.
create table latest_unit_runs (
  tenant_id uuid not null,
  provider_id uuid not null,
  unit text collate "C" not null,
  seq int not null,
  scan_id uuid not null,
  recorded_at timestamptz not null,
  gaps int not null default 0,
  primary key (tenant_id, provider_id, unit),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
) with (fillfactor = 75);
create index latest_unit_runs_by_time on latest_unit_runs (tenant_id, recorded_at desc);
create index latest_unit_runs_with_gaps on latest_unit_runs (tenant_id) where gaps > 0;
call guard_tenant('latest_unit_runs');
grant select, insert, update, delete on latest_unit_runs to plumbline_app;

-- What a scan assessed and what it could not, and why.
create table scan_coverage (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  check_id text collate "C" not null,
  service text collate "C" not null,
  region text collate "C" not null,
  resource_type text collate "C" not null,
  outcome text collate "C" not null check (
    outcome in ('assessed', 'not_applicable', 'denied', 'throttled', 'error', 'capped', 'excluded')),
  action text collate "C" not null default '',
  count int not null,
  sample text,
  primary key (tenant_id, scan_id, unit, check_id, region, resource_type, outcome, action),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
create index scan_coverage_unread on scan_coverage (tenant_id, scan_id)
  where outcome in ('denied', 'throttled', 'error', 'capped');
call guard_tenant('scan_coverage');
grant select, insert, update, delete on scan_coverage to plumbline_app;

reset role;
grant select (tenant_id, id, provider_id, task_id, state, inserted_at) on scans to plumbline_auth;
grant select (tenant_id, id, name, state, lease_until, inserted_at, provider_id, completed_at)
  on tasks to plumbline_auth;
grant select (tenant_id, scan_id, state) on scan_units to plumbline_auth;
grant update (lease_until) on tasks to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Scans that wait though their provider is free: their job was lost with the worker that took it. Here and below, no
-- tenant gets a second row of a sweep before each has got a first.
create function find_waiting_scans(most int)
returns table (tenant_id uuid, task_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.task_id
    from (select s.tenant_id, s.task_id, s.inserted_at,
                 row_number() over (partition by s.tenant_id order by s.inserted_at) as turn
            from scans s
           where s.state = 'available' and s.inserted_at < now() - interval '10 seconds'
             and s.task_id is not null
             and not exists (
               select from scans e
                where e.tenant_id = s.tenant_id and e.provider_id = s.provider_id and e.state = 'executing')) f
   order by f.turn, f.inserted_at
   limit most
$$;

-- Tasks whose worker died, and tasks whose job was lost with the worker that took it. No scan is found here while it
-- waits: its provider decides when it is its turn.
create function find_expired_tasks(most int)
returns table (tenant_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.id, f.name
    from (select t.tenant_id, t.id, t.name, t.inserted_at,
                 row_number() over (partition by t.tenant_id, t.name order by t.inserted_at) as turn
            from tasks t
           where (t.state = 'executing' and t.lease_until < now())
              or (t.state = 'available'
                  and t.name not in ('scan-perform', 'scan-perform-scheduled', 'scan-import')
                  and t.inserted_at < now() - interval '10 seconds')) f
   order by f.turn, f.inserted_at
   limit most
$$;

-- Hidden providers that no deletion is about: none is queued, and the last one failed a while ago.
create function find_unfinished_provider_deletions(most int)
returns table (tenant_id uuid, provider_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.tenant_id, l.id
    from (select p.tenant_id, p.id, p.deleted_at,
                 row_number() over (partition by p.tenant_id order by p.deleted_at) as turn
            from providers p
           where p.deleted_at is not null
             and not exists (
               select from tasks t
                where t.tenant_id = p.tenant_id and t.provider_id = p.id and t.name = 'provider-deletion'
                  and (t.state in ('available', 'scheduled', 'executing')
                       or t.completed_at > now() - interval '10 minutes'))) l
   order by l.turn, l.deleted_at
   limit most
$$;

-- Tenants whose only user deleted himself. One whose deletion runs or has just failed is left out.
create function find_abandoned_tenants(most int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id
    from tenants t
   where t.abandoned_at is not null
     and not exists (
       select from tasks d
        where d.tenant_id = t.id and d.name = 'tenant-deletion'
          and (d.state in ('available', 'executing') or d.inserted_at > now() - interval '1 hour'))
   order by t.abandoned_at
   limit most
$$;

-- The embedded database has one process. One that starts after a crash frees what the dead one held.
create function release_leases()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update tasks set lease_until = now() where state = 'executing' and lease_until is not null;
$$;

-- How much work waits and runs in the whole installation, in counts alone.
create function count_work()
returns table (kind text, name text, count bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'queued tasks', t.name, count(*)
    from tasks t
   where t.state = 'available'
   group by t.name
   union all
  select 'scans', s.state, count(*)
    from scans s
   where s.state = 'executing' or s.state = 'available'
   group by s.state
   union all
  select 'units', u.state, count(*)
    from scans s
    join scan_units u on u.tenant_id = s.tenant_id and u.scan_id = s.id
   where s.state = 'executing'
   group by u.state
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_waiting_scans, find_expired_tasks, find_unfinished_provider_deletions, find_abandoned_tenants,
  release_leases, count_work
to plumbline_app;
