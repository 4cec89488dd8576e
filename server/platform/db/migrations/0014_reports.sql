-- Why: a full scan leaves files behind, which are made once and downloaded for as long as the scan is kept.
-- Lock: share row exclusive on scans for a moment: the foreign key of an empty table.

set local role plumbline_owner;

create table scan_reports (
  tenant_id uuid not null,
  scan_id uuid not null,
  task_id uuid not null, -- the work that builds it
  file_id uuid, -- what its file is stored under; null until that is whole
  bytes bigint,
  built_at timestamptz,
  primary key (tenant_id, scan_id),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
create unique index scan_reports_by_file on scan_reports (tenant_id, file_id) where file_id is not null;
call guard_tenant('scan_reports');
grant select, insert, update, delete on scan_reports to plumbline_app;
