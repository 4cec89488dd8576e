-- Why: what scans leave out, bear and take as thresholds is a tenant's to say, for each of its providers. A scan keeps what
-- it began with, so that one that is resumed goes on by the same.
-- Lock: access exclusive on scans for a moment: a column without a default, no rewrite.

set local role plumbline_owner;

create table scan_configurations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text collate "C" not null,
  configuration jsonb not null, -- kind of provider → key → value, as it was written
  unknown_keys text[] not null, -- that nothing read when it was written
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index scan_configurations_by_time on scan_configurations (tenant_id, inserted_at, id);
call guard_tenant('scan_configurations');
grant select, insert, update, delete on scan_configurations to plumbline_app;

create table scan_configuration_providers (
  tenant_id uuid not null,
  provider_id uuid not null, -- has one at most
  scan_configuration_id uuid not null,
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scan_configuration_id) references scan_configurations (tenant_id, id) on delete cascade
);
create index scan_configuration_providers_by_configuration
  on scan_configuration_providers (tenant_id, scan_configuration_id);
call guard_tenant('scan_configuration_providers');
grant select, insert, update, delete on scan_configuration_providers to plumbline_app;

alter table scans add column configuration jsonb; -- the keys that it goes by; null until it began
