-- Why: a user who deletes himself may have been the only one in a tenant, whichever he was signed in to.
-- Nobody gets into that one any more, so it is marked in the same statement, and a worker deletes it.
-- Lock: ACCESS EXCLUSIVE on tenants for the new column, which rewrites nothing.

set local role plumbline_owner;
alter table tenants add column abandoned_at timestamptz;
create index on tenants (abandoned_at) where abandoned_at is not null; -- the sweep
reset role;

grant update (abandoned_at) on tenants to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Deletes the user with all memberships; the keys die first, so that a race finds none.
create or replace function delete_user(wanted uuid)
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

create function find_abandoned_tenants(most int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t where t.abandoned_at is not null order by t.abandoned_at limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_abandoned_tenants to plumbline_app;
