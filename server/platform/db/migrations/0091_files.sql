-- Why: the findings of a file lie sorted in one file of the store, so that where its recording goes on is one
-- position in it. What is being recorded at the time of the upgrade was read by an older version and lies in its
-- own way: it fails, and is sent again.
-- Lock: ACCESS EXCLUSIVE on two tables with a row for each file and unit of it; nothing is rewritten.

set local role plumbline_owner;

alter table ingestion_scans
  drop column shared,
  drop column unit,
  drop column next_key,
  add column file text collate "C" not null default 'staged', -- the part of the ingestion's files
  add column position bigint not null default 0, -- of it: everything of the account before this byte is recorded
  add column ends_at bigint not null default 1; -- where the account ends in it
alter table ingestion_scans
  alter column file drop default,
  alter column position drop default,
  alter column ends_at drop default;
alter table ingestion_units drop column parts;

reset role;
