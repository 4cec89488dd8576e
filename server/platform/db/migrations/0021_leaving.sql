-- Why: who leaves a tenant, and what goes with him, is seen across tenants only.
-- Lock: none on data.

grant select (tenant_id, id, token_hash) on invitations to plumbline_auth;
grant select (tenant_id, id, manage_account) on roles to plumbline_auth;
grant create on schema public to plumbline_auth;

set local role plumbline_auth;

create function find_invitation(wanted bytea)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.tenant_id, i.id from invitations i where i.token_hash = wanted
$$;

-- Deletes those of the given users who are in no tenant any more.
create function delete_users_without_tenant(wanted uuid[])
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from users u
   where u.id = any(wanted) and not exists (select from memberships m where m.user_id = u.id)
$$;

-- The tenants of a user that have other members, and whose account nobody but him manages.
create function tenants_led_alone_by(wanted uuid)
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

-- The transaction's tenant, with all rows that name it.
create function delete_tenant()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from tenants where id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_invitation, delete_users_without_tenant, tenants_led_alone_by, delete_tenant
to plumbline_app;
