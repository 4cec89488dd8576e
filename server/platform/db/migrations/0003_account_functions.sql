-- Why: the few statements that must look across tenants, or before a tenant is known. Each runs as
-- plumbline_auth, which has only the columns granted here, and is named in definers.ts. pg_temp comes
-- last in the search path: left out it comes first, and a caller's temporary table "users" is believed.
-- Lock: none on data.

grant select, insert, delete on users, tenants, refresh_families, signing_keys to plumbline_auth;
grant update (email, name, company_name, password_hash, session_epoch) on users to plumbline_auth;
grant update (name, updated_at) on tenants to plumbline_auth;
grant update (current_hash, rotated_at, revoked) on refresh_families to plumbline_auth;
grant select (tenant_id, id, user_id, role, date_joined) on memberships to plumbline_auth;
grant select (tenant_id, user_id, role_id) on user_roles to plumbline_auth;
grant select (tenant_id, id, user_id, prefix, hash, expires_at, revoked) on api_keys to plumbline_auth;
grant update (revoked) on api_keys to plumbline_auth;
grant create on schema public to plumbline_auth;

set local role plumbline_auth;

create function find_login(wanted text)
returns table (id uuid, password_hash text, session_epoch int, is_active boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.password_hash, u.session_epoch, u.is_active
    from users u
   where u.email = wanted
$$;

create function find_password(wanted uuid)
returns table (password_hash text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.password_hash from users u where u.id = wanted
$$;

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

-- The members of the transaction's tenant.
create function users_of_tenant()
returns table (
  id uuid, email text, name text, company_name text, is_active boolean, date_joined timestamptz,
  session_epoch int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email, u.name, u.company_name, u.is_active, u.date_joined, u.session_epoch
    from memberships m
    join users u on u.id = m.user_id
   where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

-- What is known of one member, read at every request.
create function find_caller(wanted uuid)
returns table (session_epoch int, is_active boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.session_epoch, u.is_active
    from memberships m
    join users u on u.id = m.user_id
   where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     and m.user_id = wanted
$$;

create function create_user(new_id uuid, new_email text, new_name text, new_company text, new_hash text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into users (id, email, name, company_name, password_hash)
  values (new_id, new_email, new_name, new_company, new_hash)
$$;

-- Null leaves a field as it is. A new password ends every session of the user.
create function change_user(
  wanted uuid, new_email text, new_name text, new_company text, new_hash text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update users
     set email = coalesce(new_email, email),
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
  delete from users where id = wanted;
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

create function start_refresh_family(
  new_id uuid, for_user uuid, for_tenant uuid, first_hash bytea, until timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from refresh_families where user_id = for_user and expires_at < now();
  insert into refresh_families (id, user_id, tenant_id, current_hash, expires_at)
  values (new_id, for_user, for_tenant, first_hash, until);
$$;

-- One atomic step: the newest token is exchanged for the next one. A token used before is refused,
-- and more than ten seconds after the rotation, when it is no retry any more, its family dies.
create function rotate_refresh(wanted uuid, old_hash bytea, new_hash bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update refresh_families
     set current_hash = new_hash, rotated_at = now()
   where id = wanted and current_hash = old_hash and not revoked and expires_at > now();
  if found then
    return true;
  end if;
  update refresh_families
     set revoked = true
   where id = wanted and current_hash <> old_hash and rotated_at < now() - interval '10 seconds';
  return false;
end
$$;

create function end_refresh_families(of_user uuid, of_tenant uuid)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update refresh_families
     set revoked = true
   where user_id = of_user and (of_tenant is null or tenant_id = of_tenant)
$$;

create function find_signing_keys()
returns table (kid text, sealed_key bytea, public_key text, inserted_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select kid, sealed_key, public_key, inserted_at from signing_keys order by inserted_at desc, kid
$$;

-- Of several processes that start at once, the first one's key is kept: the others wait for the lock,
-- and the insert after it sees that row. Not language sql, which locks for the insert first and so
-- makes two callers wait for each other.
create function keep_signing_key(new_kid text, new_sealed bytea, new_public text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table signing_keys in share row exclusive mode;
  insert into signing_keys (kid, sealed_key, public_key)
  select new_kid, new_sealed, new_public
   where not exists (select from signing_keys);
end
$$;

reset role;
revoke create on schema public from plumbline_auth;

grant execute on function
  find_login, find_password, find_api_keys, tenants_of_user, users_of_tenant, find_caller, create_user, change_user,
  delete_user, create_tenant, rename_tenant, start_refresh_family, rotate_refresh,
  end_refresh_families, find_signing_keys, keep_signing_key
to plumbline_app;
