-- Why: work in the background, and scans with the leases that decide who may write for them.
-- Lock: none, new tables.

set local role plumbline_owner;

create table tasks (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  job_id uuid, -- the queue's job that wakes it
  name text collate "C" not null,
  state text collate "C" not null default 'available'
    check (state in ('available', 'scheduled', 'executing', 'completed', 'failed', 'cancelled')),
  provider_id uuid, -- the provider that decides who sees the task
  input jsonb not null default '{}', -- what the worker is given
  task_args jsonb not null default '{}', -- what the wire shows of it
  result jsonb,
  metadata jsonb not null default '{}',
  attempts int not null default 0,
  lease_until timestamptz, -- for tasks without a lease of their own
  inserted_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  primary key (tenant_id, id)
);
create index on tasks (tenant_id, inserted_at desc, id desc);
create index on tasks (tenant_id, name, state);
create index on tasks (lease_until) where state = 'executing' and lease_until is not null; -- the sweep
create index on tasks (inserted_at) where state = 'available'; -- jobs that never woke
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
  -- The lease: whoever holds it may write, and only with this fence.
  fence bigint not null default 0,
  lease_until timestamptz,
  attempts int not null default 0, -- claims in a row without a done unit
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
create index on scans (tenant_id, inserted_at desc, id desc);
create index on scans (tenant_id, provider_id, state);
create index scans_leases on scans (lease_until) where state = 'executing';
create index scans_waiting on scans (inserted_at) where state = 'available'; -- the sweep, over all tenants
call guard_tenant('scans');
grant select, insert, update, delete on scans to plumbline_app;

-- Locked first by whoever writes a provider's live rows.
create table provider_heads (
  tenant_id uuid not null,
  provider_id uuid not null,
  seq int not null default 0,
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('provider_heads');
grant select, insert, update, delete on provider_heads to plumbline_app;

-- Checkpoint, fence and coverage of one service in one region, in one row.
create table scan_units (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null, -- 's3/eu-west-1'
  provider_id uuid not null,
  seq int not null,
  state text collate "C" not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed')),
  attempts int not null default 0,
  fence bigint not null default 0, -- of the scan's holder that claimed it; the lease is the scan's
  checked int not null default 0, -- check × region pairs judged here
  findings int not null default 0,
  gaps int not null default 0,
  error_code text,
  error_detail text,
  recorded_at timestamptz,
  primary key (tenant_id, scan_id, unit),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
create index on scan_units (tenant_id, provider_id, unit, seq desc);
create index on scan_units (tenant_id, recorded_at, provider_id, unit);
call guard_tenant('scan_units');
grant select, insert, update, delete on scan_units to plumbline_app;

-- The newest done unit of each name.
create table unit_heads (
  tenant_id uuid not null,
  provider_id uuid not null,
  unit text collate "C" not null,
  seq int not null,
  scan_id uuid not null,
  recorded_at timestamptz not null,
  gaps int not null default 0,
  primary key (tenant_id, provider_id, unit),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('unit_heads');
grant select, insert, update, delete on unit_heads to plumbline_app;

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
    outcome in ('assessed', 'not_applicable', 'denied', 'throttled', 'error', 'excluded')),
  action text collate "C" not null default '',
  count int not null,
  sample text,
  primary key (tenant_id, scan_id, unit, check_id, region, resource_type, outcome, action),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
call guard_tenant('scan_coverage');
grant select, insert, update, delete on scan_coverage to plumbline_app;

-- Executing scans and tasks whose holder has stopped renewing: ids only.
reset role;
grant select (tenant_id, id, provider_id, task_id, state, lease_until, inserted_at) on scans to plumbline_auth;
grant select (tenant_id, id, name, state, lease_until, inserted_at) on tasks to plumbline_auth;
grant update (lease_until) on scans, tasks to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_expired_scans(most int)
returns table (tenant_id uuid, task_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.task_id
    from scans s
   where s.state = 'executing' and s.lease_until < now() and s.task_id is not null
   order by s.lease_until
   limit most
$$;

-- Scans that wait though their provider is free: their job was lost with the worker that took it.
create function find_waiting_scans(most int)
returns table (tenant_id uuid, task_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.task_id
    from scans s
   where s.state = 'available' and s.inserted_at < now() - interval '10 seconds' and s.task_id is not null
     and not exists (
       select from scans e
        where e.tenant_id = s.tenant_id and e.provider_id = s.provider_id and e.state = 'executing')
   order by s.inserted_at
   limit most
$$;

-- Tasks whose worker died, and tasks whose job was lost with the worker that took it.
create function find_expired_tasks(most int)
returns table (tenant_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.tenant_id, t.id, t.name
    from tasks t
   where (t.state = 'executing' and t.lease_until < now())
      or (t.state = 'available' and t.name <> 'scan-perform' and t.inserted_at < now() - interval '10 seconds')
   order by t.inserted_at
   limit most
$$;

-- The embedded database has one process. One that starts after a crash frees what the dead one held.
create function release_leases()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update scans set lease_until = now() where state = 'executing';
  update tasks set lease_until = now() where state = 'executing' and lease_until is not null;
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_expired_scans, find_waiting_scans, find_expired_tasks, release_leases
  to plumbline_app;
