-- Why: the accounts that are scanned and when, the groups that decide who sees them, and their secrets.
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
  connection_requested_at timestamptz, -- when the test that is shown was asked for: tests may overlap
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz, -- hidden at once; the rows behind it go in the background
  primary key (tenant_id, id)
);
create unique index providers_by_uid on providers (tenant_id, provider, uid) where deleted_at is null;
create index providers_deleted on providers (deleted_at) where deleted_at is not null; -- the sweep
call guard_tenant('providers');
grant select, insert, update, delete on providers to plumbline_app;

-- Locked first by whoever writes a provider's live rows. The lock raises the revision, by which a list knows whether
-- it has changed.
create table provider_revisions (
  tenant_id uuid not null,
  provider_id uuid not null,
  seq int not null default 0, -- of the newest scan
  revision bigint not null default 0,
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('provider_revisions');
grant select, insert, update, delete on provider_revisions to plumbline_app;

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
create index provider_group_members_by_provider on provider_group_members (tenant_id, provider_id);
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
create index role_provider_groups_by_group on role_provider_groups (tenant_id, provider_group_id);
call guard_tenant('role_provider_groups');
grant select, insert, update, delete on role_provider_groups to plumbline_app;

-- When which provider is scanned by itself. The next scan of a schedule is made ahead, so that every planned run of a
-- provider has one row, whoever makes it and however often.
create table schedules (
  tenant_id uuid not null,
  provider_id uuid not null,
  scan_enabled boolean not null default true,
  scan_frequency text collate "C" not null
    check (scan_frequency in ('DAILY', 'INTERVAL', 'WEEKLY', 'MONTHLY')),
  scan_hour smallint check (scan_hour between 0 and 23), -- null: the time of day of anchor_at
  scan_timezone text collate "C" not null default 'UTC',
  scan_interval_hours int check (scan_interval_hours between 24 and 8784),
  scan_day_of_week smallint check (scan_day_of_week between 0 and 6),
  scan_day_of_month smallint check (scan_day_of_month between 1 and 28),
  anchor_at timestamptz not null, -- intervals are counted from here
  next_scan_at timestamptz, -- null while it is not enabled
  last_scan_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade,
  check (scan_frequency <> 'INTERVAL' or scan_interval_hours is not null),
  check (scan_frequency <> 'WEEKLY' or scan_day_of_week is not null),
  check (scan_frequency <> 'MONTHLY' or scan_day_of_month is not null),
  check (scan_enabled = (next_scan_at is not null))
);
create index schedules_by_next_scan on schedules (next_scan_at) where next_scan_at is not null; -- the sweep
call guard_tenant('schedules');
grant select, insert, update, delete on schedules to plumbline_app;

reset role;
grant select (tenant_id, id, deleted_at) on providers to plumbline_auth;
grant select (tenant_id, role_id, provider_group_id) on role_provider_groups to plumbline_auth;
grant select (tenant_id, provider_group_id, provider_id) on provider_group_members to plumbline_auth;
grant select (tenant_id, provider_id, next_scan_at) on schedules to plumbline_auth;
grant select (wrapping_key) on tenant_keys to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Element n of the last four arrays is one listener; the first of them says which of the tenants is his.
-- A token has a session epoch and no key, a key no epoch. The version changes with whatever may change
-- what the listener sees: the membership, the flags of the roles, the providers they reach, and the
-- providers that are there. Every part is read by index for one listener, or for one tenant: the planner
-- does not know how long the arrays are, and a join of them was quadratic.
create function listener_rights(
  of_tenants uuid[], in_tenants int[], of_users uuid[], of_keys uuid[], of_epochs int[])
returns table (n int, version text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with present as materialized (
    select array(
      select md5(string_agg(p.id::text, ';' order by p.id)) as ids
        from unnest(of_tenants) with ordinality t(id, place)
        left join lateral (
          select p.id from providers p where p.tenant_id = t.id and p.deleted_at is null) p on true
       group by t.place
       order by t.place) as ids
  )
  select l.n::int,
         md5(concat_ws('|', m.role, granted.flags, reached.ids, (select ids from present)[l.in_tenant]))
    from unnest(in_tenants, of_users, of_keys, of_epochs)
         with ordinality l(in_tenant, user_id, key_id, epoch, n)
    join users u on u.id = l.user_id and u.is_active
    join memberships m on m.tenant_id = of_tenants[l.in_tenant] and m.user_id = l.user_id
   cross join lateral (
     select coalesce(string_agg(
              (r.id, r.manage_users, r.manage_account, r.manage_billing, r.manage_providers,
               r.manage_integrations, r.manage_scans, r.manage_ingestions, r.manage_alerts,
               r.unlimited_visibility)::text, ';' order by r.id), '') as flags,
            coalesce(bool_or(r.unlimited_visibility), false) as sees_all
       from user_roles ur
       join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id) granted
   cross join lateral (
     select coalesce(string_agg(gm.provider_id::text, ';' order by gm.provider_id), '') as ids
       from user_roles ur
       join role_provider_groups rg on rg.tenant_id = ur.tenant_id and rg.role_id = ur.role_id
       join provider_group_members gm
         on gm.tenant_id = rg.tenant_id and gm.provider_group_id = rg.provider_group_id
      where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id and not granted.sees_all) reached
   where case when l.key_id is null then u.session_epoch = l.epoch
         else exists (
           select from api_keys k
            where k.tenant_id = m.tenant_id and k.id = l.key_id and k.user_id = l.user_id
              and not k.revoked and k.expires_at > now()) end
$$;

-- Schedules whose slot has come, by the database's clock: ids only, and no tenant gets a second row
-- before each has got a first.
create function find_due_schedules(most int)
returns table (tenant_id uuid, provider_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.provider_id
    from (select s.tenant_id, s.provider_id, s.next_scan_at,
                 row_number() over (partition by s.tenant_id order by s.next_scan_at) as turn
            from schedules s
            join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
           where s.next_scan_at <= now()) f
   order by f.turn, f.next_scan_at
   limit most
$$;

-- Whether something is kept here that a master key sealed, and nothing of it by this one. A sealed value
-- names its key: a byte of version, then sixteen of the key's id.
create function is_unknown_master_key(master uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with sealed(by_key) as (
    select wrapping_key::uuid from tenant_keys
    union all
    select encode(substring(sealed_key from 2 for 16), 'hex')::uuid from signing_keys)
  select exists (select from sealed) and not exists (select from sealed where by_key = master)
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  listener_rights, find_due_schedules, is_unknown_master_key
to plumbline_app;
