-- Why: the accounts that are scanned, the groups that decide who sees them, and their secrets.
-- Lock: none, new tables.

set local role plumbline_owner;

create table providers (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  provider text collate "C" not null, -- the kind: aws, azure, …
  uid text collate "C" not null,
  alias text collate "C",
  connected boolean, -- null: never tested
  connection_last_checked_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz, -- hidden at once; the rows behind it go in the background
  primary key (tenant_id, id)
);
create unique index on providers (tenant_id, provider, uid) where deleted_at is null;
call guard_tenant('providers');
grant select, insert, update, delete on providers to plumbline_app;

create table provider_secrets (
  tenant_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  name text collate "C",
  secret_type text collate "C" not null check (secret_type in ('static', 'role', 'service_account')),
  sealed bytea not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('provider_secrets');
grant select, insert, update, delete on provider_secrets to plumbline_app;

create table provider_groups (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text collate "C" not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_tenant('provider_groups');
grant select, insert, update, delete on provider_groups to plumbline_app;

create table provider_group_members (
  tenant_id uuid not null,
  provider_group_id uuid not null,
  provider_id uuid not null,
  primary key (tenant_id, provider_group_id, provider_id),
  foreign key (tenant_id, provider_group_id) references provider_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index on provider_group_members (tenant_id, provider_id);
call guard_tenant('provider_group_members');
grant select, insert, update, delete on provider_group_members to plumbline_app;

create table role_provider_groups (
  tenant_id uuid not null,
  role_id uuid not null,
  provider_group_id uuid not null,
  primary key (tenant_id, role_id, provider_group_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_group_id) references provider_groups (tenant_id, id) on delete cascade
);
create index on role_provider_groups (tenant_id, provider_group_id);
call guard_tenant('role_provider_groups');
grant select, insert, update, delete on role_provider_groups to plumbline_app;
