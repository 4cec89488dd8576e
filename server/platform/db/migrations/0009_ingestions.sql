-- Why: files of findings from other scanners: what was sent, what was wrong with it, and how far the recording of it has
-- come. The file itself lies in the store until it is recorded.
-- Lock: none, new tables.

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
  primary key (tenant_id, id)
);
create index ingestions_by_time on ingestions (tenant_id, requested_at desc, id desc);
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

-- One scan for each account of the file, with the checkpoint of its recording. The findings of a file lie sorted in one
-- file of the store, so where its recording goes on is one position in it.
create table ingestion_scans (
  tenant_id uuid not null,
  scan_id uuid not null,
  ingestion_id uuid not null,
  part int not null, -- which of the file's accounts
  records int not null,
  oldest_at timestamptz not null, -- the oldest of its records: what it saw is at least so new
  file text collate "C" not null, -- the part of the ingestion's files
  position bigint not null, -- of it: everything of the account before this byte is recorded
  ends_at bigint not null, -- where the account ends in it
  began_at timestamptz, -- when the first of it was recorded
  unit_stored int not null default 0,
  unit_gaps int not null default 0,
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ingestion_id) references ingestions (tenant_id, id) on delete cascade
);
create index ingestion_scans_by_ingestion on ingestion_scans (tenant_id, ingestion_id);
call guard_tenant('ingestion_scans');
grant select, insert, update, delete on ingestion_scans to plumbline_app;

create table ingestion_units (
  tenant_id uuid not null,
  scan_id uuid not null,
  unit text collate "C" not null,
  number int not null, -- its place in the order of the file
  records int not null,
  checks jsonb not null, -- those that the file names in this unit
  primary key (tenant_id, scan_id, unit),
  foreign key (tenant_id, scan_id) references ingestion_scans (tenant_id, scan_id) on delete cascade
);
call guard_tenant('ingestion_units');
grant select, insert, delete on ingestion_units to plumbline_app;

reset role;
