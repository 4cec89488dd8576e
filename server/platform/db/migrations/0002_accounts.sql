-- Why: who may do what. Users and tenants belong to no single tenant and are reached only through the functions below;
-- everything else carries its tenant in every key. The functions are the few statements that must look across tenants, or
-- before a tenant is known. Each runs as plumbline_auth, which has only the columns granted here, and is named in
-- definers.ts. pg_temp comes last in the search path: left out it comes first, and a caller's temporary table "users" is
-- believed.
-- Lock: none, new tables.

set local role plumbline_owner;

create table users (
  id uuid primary key,
  email text collate "C" not null unique, -- lower case
  email_verified boolean not null default false, -- a mailed link, a sign-in provider or the operator has proven it
  pending_email text collate "C", -- asked for by its user, and not proven yet
  name text not null,
  company_name text not null default '',
  password_hash text not null, -- '!' is the hash of no password, as in /etc/shadow
  -- Somebody else set the password. Who signs in by it has to choose his own before he may do what is his alone.
  password_assigned boolean not null default false,
  assigned_at timestamptz, -- when somebody else first set a password, since the user belonged to several tenants
  session_epoch int not null default 0, -- in every token; a password change raises it and ends them all
  is_active boolean not null default true,
  date_joined timestamptz not null default now()
);

create table tenants (
  id uuid primary key,
  name text not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  abandoned_at timestamptz -- its only user deleted himself; a worker deletes it
);
create index tenants_abandoned on tenants (abandoned_at) where abandoned_at is not null; -- the sweep

create table memberships (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  role text collate "C" not null check (role in ('owner', 'member')),
  date_joined timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id); -- the tenants of a user, at sign-in
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
create index user_roles_by_role on user_roles (tenant_id, role_id);
call guard_tenant('user_roles');
grant select, insert, update, delete on user_roles to plumbline_app;

create table invitations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text collate "C" not null, -- lower case
  -- A pending one whose time is over reads as expired; it is written so when another takes its place.
  state text collate "C" not null default 'pending'
    check (state in ('pending', 'accepted', 'expired', 'revoked')),
  token_hash bytea not null, -- sha256; the token itself is in the mail, or shown once
  inviter_id uuid,
  expires_at timestamptz not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, inviter_id) references memberships (tenant_id, user_id)
    on delete set null (inviter_id)
);
create unique index invitations_one_pending on invitations (tenant_id, email) where state = 'pending';
create index invitations_by_token on invitations (token_hash); -- before the token's tenant is known
create index invitations_by_time on invitations (tenant_id, inserted_at, id);
create index invitations_by_inviter on invitations (tenant_id, inviter_id);
call guard_tenant('invitations');
grant select, insert, update, delete on invitations to plumbline_app;

create table invitation_roles (
  tenant_id uuid not null,
  invitation_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, invitation_id, role_id),
  foreign key (tenant_id, invitation_id) references invitations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index invitation_roles_by_role on invitation_roles (tenant_id, role_id);
call guard_tenant('invitation_roles');
grant select, insert, update, delete on invitation_roles to plumbline_app;

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
  parent_id uuid, -- the key that it was made with, and with which it ends
  auth_method text collate "C", -- of the session that it, or the first of its parents, was made in
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, parent_id) references api_keys (tenant_id, id) on delete cascade
);
create index api_keys_by_prefix on api_keys (prefix); -- before the key's tenant is known
create index api_keys_by_user on api_keys (tenant_id, user_id);
create index api_keys_by_parent on api_keys (tenant_id, parent_id) where parent_id is not null;
call guard_tenant('api_keys');
grant select, insert, update, delete on api_keys to plumbline_app;

reset role;
grant select, insert, delete on users, tenants to plumbline_auth;
grant update (
  email, email_verified, pending_email, name, company_name, password_hash, password_assigned, assigned_at,
  session_epoch) on users to plumbline_auth;
grant update (name, updated_at, abandoned_at) on tenants to plumbline_auth;
grant select (tenant_id, id, user_id, role, date_joined) on memberships to plumbline_auth;
grant select (
  tenant_id, id, manage_users, manage_account, manage_billing, manage_providers, manage_integrations,
  manage_scans, manage_ingestions, manage_alerts, unlimited_visibility) on roles to plumbline_auth;
grant select (tenant_id, user_id, role_id) on user_roles to plumbline_auth;
grant select (tenant_id, id, token_hash) on invitations to plumbline_auth;
grant select (tenant_id, id, user_id, prefix, hash, expires_at, revoked, auth_method, inserted_at)
  on api_keys to plumbline_auth;
grant update (revoked) on api_keys to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Keys of every tenant with this prefix; the caller compares the hash.
create function find_api_keys(wanted text)
returns table (
  tenant_id uuid, id uuid, user_id uuid, hash bytea, expires_at timestamptz, revoked boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.tenant_id, k.id, k.user_id, k.hash, k.expires_at, k.revoked
    from api_keys k
    join memberships m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
    join users u on u.id = k.user_id and u.is_active
   where k.prefix = wanted
$$;

create function find_invitation(wanted bytea)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.tenant_id, i.id from invitations i where i.token_hash = wanted
$$;

-- Whether the transaction may make the first tenant. Of many who ask at once the second waits for the
-- first, and sees what it has made.
create function claim_first_tenant()
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from tenants) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('first tenant', 74));
  return not exists (select from tenants);
end
$$;

create function create_tenant(new_id uuid, new_name text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into tenants (id, name) values (new_id, new_name)
$$;

create function rename_tenant(new_name text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update tenants
     set name = new_name, updated_at = now()
   where id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

-- The transaction's tenant, with all rows that name it.
create function delete_tenant()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from tenants where id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

create function tenants_of_user(wanted uuid)
returns table (
  id uuid, name text, inserted_at timestamptz, updated_at timestamptz,
  membership_id uuid, role text, date_joined timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.name, t.inserted_at, t.updated_at, m.id, m.role, m.date_joined
    from memberships m
    join tenants t on t.id = m.tenant_id
   where m.user_id = wanted
$$;

-- The tenants of a user that have other members, and whose account nobody but him manages.
create function tenants_managed_only_by(wanted uuid)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.tenant_id
    from memberships m
   where m.user_id = wanted
     and exists (
       select from memberships o where o.tenant_id = m.tenant_id and o.user_id <> wanted)
     and exists (
       select
         from user_roles ur
         join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.manage_account
        where ur.tenant_id = m.tenant_id and ur.user_id = wanted)
     and not exists (
       select
         from user_roles ur
         join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.manage_account
        where ur.tenant_id = m.tenant_id and ur.user_id <> wanted)
$$;

-- The members of the transaction's tenant.
create function users_of_tenant()
returns table (
  id uuid, email text, name text, company_name text, is_active boolean, date_joined timestamptz,
  session_epoch int, email_verified boolean, pending_email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email, u.name, u.company_name, u.is_active, u.date_joined, u.session_epoch,
         u.email_verified, u.pending_email
    from memberships m
    join users u on u.id = m.user_id
   where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

create function create_user(new_id uuid, new_email text, new_name text, new_company text, new_hash text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into users (id, email, name, company_name, password_hash)
  values (new_id, new_email, new_name, new_company, new_hash)
$$;

-- Null leaves a field as it is. A new password ends every session of the user. Another address is not verified.
create function change_user(
  wanted uuid, new_email text, new_name text, new_company text, new_hash text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update users
     set email = coalesce(new_email, email),
         email_verified = email_verified and email = coalesce(new_email, email),
         name = coalesce(new_name, name),
         company_name = coalesce(new_company, company_name),
         password_hash = coalesce(new_hash, password_hash),
         session_epoch = session_epoch + case when new_hash is null then 0 else 1 end
   where id = wanted
     and exists (
       select from memberships m
        where m.user_id = wanted
          and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
$$;

-- Deletes the user with all memberships; the keys die first, so that a race finds none.
create function delete_user(wanted uuid)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update api_keys set revoked = true where user_id = wanted;
  update tenants t
     set abandoned_at = now()
    from memberships m
   where m.user_id = wanted and t.id = m.tenant_id
     and not exists (
       select from memberships o where o.tenant_id = m.tenant_id and o.user_id <> wanted);
  delete from users where id = wanted;
$$;

-- Deletes those of the given users who are in no tenant any more.
create function delete_users_without_tenant(wanted uuid[])
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from users u
   where u.id = any(wanted) and not exists (select from memberships m where m.user_id = u.id)
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_api_keys, find_invitation, claim_first_tenant, create_tenant, rename_tenant, delete_tenant,
  tenants_of_user, tenants_managed_only_by, users_of_tenant, create_user, change_user, delete_user,
  delete_users_without_tenant
to plumbline_app;
