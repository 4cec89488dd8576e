-- Why: a server with another ENCRYPTION_KEY than the one its database was sealed with says so when it
-- starts, not when the first secret does not open.
-- Lock: none; a function and a grant.

grant select (wrapping_key) on tenant_keys to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Whether something is kept here that a master key sealed, and nothing of it by this one. A sealed value
-- names its key: a byte of version, then sixteen of the key's id.
create function is_strange_key(master uuid)
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
grant execute on function is_strange_key to plumbline_app;
