-- Why: files of findings from other scanners: what was sent, what was wrong with it, and how far the
-- recording of it has come. The file itself lies on disk until it is recorded.
-- Lock: none on tables with rows; new tables and functions.

set local role plumbline_owner;

create table ingestions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  user_id uuid not null,
  sees_all boolean not null, -- whoever sent it sees every provider
  task_id uuid,
  file_name text collate "C" not null,
  bytes bigint not null,
  -- What it did itself. Once its scans wait or run, their states say how it stands.
  state text collate "C" not null default 'pending'
    check (state in ('pending', 'processing', 'recording', 'failed')),
  total int not null default 0,
  invalid int not null default 0,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  fence bigint not null default 0,
  lease_until timestamptz,
  attempts int not null default 0,
  primary key (tenant_id, id)
);
create index on ingestions (tenant_id, requested_at desc, id desc);
create index ingestions_leases on ingestions (lease_until) where state = 'processing';
call guard_tenant('ingestions');
grant select, insert, update, delete on ingestions to plumbline_app;

create table ingestion_errors (
  tenant_id uuid not null,
  ingestion_id uuid not null,
  position int not null,
  record int, -- which of the file, from 0; null: the file
  pointer text not null,
  code text collate "C" not null,
  detail text not null,
  primary key (tenant_id, ingestion_id, position),
  foreign key (tenant_id, ingestion_id) references ingestions (tenant_id, id) on delete cascade
);
call guard_tenant('ingestion_errors');
grant select, insert, delete on ingestion_errors to plumbline_app;

-- One scan for each account of the file, with the checkpoint of its recording: first what findings share,
-- then its units in the order of their numbers, each in the order of its keys.
create table ingestion_scans (
  tenant_id uuid not null,
  scan_id uuid not null,
  ingestion_id uuid not null,
  part int not null, -- which of the file's accounts
  records int not null,
  oldest_at timestamptz not null, -- the oldest of its records: what it saw is at least so new
  shared int not null default 0, -- files of what findings share that are recorded
  unit int not null default 0, -- every unit with a lower number is recorded
  next_key uuid, -- so is everything of this one below it; null: nothing
  began_at timestamptz, -- when the first of it was recorded
  unit_stored int not null default 0,
  unit_gaps int not null default 0,
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ingestion_id) references ingestions (tenant_id, id) on delete cascade
);
create index on ingestion_scans (tenant_id, ingestion_id);
call guard_tenant('ingestion_scans');
grant select, insert, update, delete on ingestion_scans to plumbline_app;

create table ingestion_units (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  number int not null, -- of its file on disk
  parts int not null, -- files that it is spread over, by the beginning of the key
  records int not null,
  checks jsonb not null, -- those that the file names in this unit
  primary key (tenant_id, scan_id, unit),
  foreign key (tenant_id, scan_id) references ingestion_scans (tenant_id, scan_id) on delete cascade
);
call guard_tenant('ingestion_units');
grant select, insert, delete on ingestion_units to plumbline_app;

reset role;
grant select (tenant_id, id, task_id, state, lease_until) on ingestions to plumbline_auth;
grant update (lease_until) on ingestions to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_expired_ingestions(most int)
returns table (tenant_id uuid, task_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.task_id
    from (select i.tenant_id, i.task_id, i.lease_until,
                 row_number() over (partition by i.tenant_id order by i.lease_until) as turn
            from ingestions i
           where i.state = 'processing' and i.lease_until < now() and i.task_id is not null) f
   order by f.turn, f.lease_until
   limit most
$$;

create or replace function release_leases()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update scans set lease_until = now() where state = 'executing';
  update tasks set lease_until = now() where state = 'executing' and lease_until is not null;
  update ingestions set lease_until = now() where state = 'processing';
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_expired_ingestions to plumbline_app;
