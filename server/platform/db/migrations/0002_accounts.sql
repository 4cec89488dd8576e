-- Why: who may do what. Users and tenants belong to no single tenant and are reached only through the
-- functions in 0003; everything else carries its tenant in every key.
-- Lock: none, new tables.

set local role plumbline_owner;

create table users (
  id uuid primary key,
  email text collate "C" not null unique, -- lower case
  name text not null,
  company_name text not null default '',
  password_hash text not null,
  session_epoch int not null default 0, -- in every token; a password change raises it and ends them all
  is_active boolean not null default true,
  date_joined timestamptz not null default now()
);

create table tenants (
  id uuid primary key,
  name text not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Token keys when no key is set. The private part is sealed with the key-encryption key.
create table signing_keys (
  kid text collate "C" primary key,
  sealed_key bytea not null,
  public_key text not null,
  inserted_at timestamptz not null default now()
);

-- One row per sign-in. Only the newest refresh token of a family is good.
create table refresh_families (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  tenant_id uuid not null references tenants on delete cascade,
  current_hash bytea not null, -- sha256 of the token's jti
  rotated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked boolean not null default false
);
create index on refresh_families (user_id);
create index on refresh_families (expires_at);

create table memberships (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  role text collate "C" not null check (role in ('owner', 'member')),
  date_joined timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id)
);
create index on memberships (user_id); -- the tenants of a user, at sign-in
call guard_tenant('memberships');
grant select, insert, update, delete on memberships to plumbline_app;

create table roles (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text collate "C" not null,
  manage_users boolean not null default false,
  manage_account boolean not null default false,
  manage_billing boolean not null default false,
  manage_providers boolean not null default false,
  manage_integrations boolean not null default false,
  manage_scans boolean not null default false,
  manage_ingestions boolean not null default false,
  manage_alerts boolean not null default false,
  unlimited_visibility boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call guard_tenant('roles');
grant select, insert, update, delete on roles to plumbline_app;

create table user_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index on user_roles (tenant_id, role_id);
call guard_tenant('user_roles');
grant select, insert, update, delete on user_roles to plumbline_app;

create table api_keys (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  user_id uuid not null, -- the owner, with whose current roles the key acts
  name text collate "C" not null,
  prefix text collate "C" not null,
  hash bytea not null, -- sha256 of the secret part, which is 43 random characters
  expires_at timestamptz not null,
  revoked boolean not null default false,
  inserted_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index on api_keys (prefix); -- the lookup of a key, before its tenant is known
create index on api_keys (tenant_id, user_id);
call guard_tenant('api_keys');
grant select, insert, update, delete on api_keys to plumbline_app;

-- Data keys, one in use per tenant, each wrapped by the key-encryption key named beside it.
create table tenant_keys (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  wrapped bytea not null,
  wrapping_key text collate "C" not null,
  uses bigint not null default 0, -- a new key is made long before random nonces could repeat
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call guard_tenant('tenant_keys');
grant select, insert, update, delete on tenant_keys to plumbline_app;
