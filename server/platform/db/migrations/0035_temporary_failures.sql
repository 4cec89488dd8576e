-- Why: work that an unavailable database interrupts is tried again for hours, and an import whose failure is not caused
--      by its file keeps the file, so that it can be retried.
-- Lock: access exclusive on tasks, scan_units, ingestions and ingestion_scans for a moment: no row is read or rewritten.

set local role plumbline_owner;

alter table tasks add column stalled_since timestamptz; -- when it first failed for a passing reason since its last progress

alter table scan_units add column failures int not null default 0; -- attempts that ended with an error of the unit

alter table ingestions add column keeps_file boolean not null default false; -- it failed, and its file can be read again
alter table ingestion_scans add column superseded boolean not null default false; -- of an attempt before a retry

reset role;
