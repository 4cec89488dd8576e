-- Why: texts about checks that the catalog does not have come with imported files: title, description, risk and
--      remediation. They are stored once for each account and check, not with each finding.
-- Lock: none, a table is created.

set local role plumbline_owner;

create table imported_checks (
  tenant_id uuid not null,
  provider_id uuid not null,
  check_id text collate "C" not null,
  observed_at timestamptz not null, -- of its first record in the file that the texts come from
  title text not null, -- for searches
  texts jsonb not null,
  primary key (tenant_id, provider_id, check_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('imported_checks');
grant select, insert, update, delete on imported_checks to plumbline_app;

reset role;
