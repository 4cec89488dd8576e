-- Why: a session knows how and when it began, also after it was refreshed, because what it may change depends
-- on it. A refresh token that was used twice is found also when its thief rotates every few seconds. Sessions
-- from before say neither, so they end: everybody signs in once more.
-- Lock: ACCESS EXCLUSIVE on refresh_families and users for a moment; columns with constant defaults rewrite nothing.

set local role plumbline_owner;

-- What a process of the version before begins meanwhile counts as old, and as one that may least.
alter table refresh_families
  add column auth_time timestamptz not null default to_timestamp(0),
  add column auth_method text collate "C" not null default 'saml'
    check (auth_method in ('password', 'assigned_password', 'social', 'saml')),
  add column previous_hash bytea; -- of the token before the current one, which a retry may bring

-- Somebody else set the password. Who signs in by it has to choose his own before he may do what is his alone.
alter table users add column password_assigned boolean not null default false;

reset role;
update refresh_families set revoked = true where not revoked;
-- '!' is the hash of no password, as in /etc/shadow. Until now a random one stood there.
update users u
   set password_hash = '!'
 where u.session_epoch = 0
   and exists (
     select from user_identities i where i.user_id = u.id and i.inserted_at = u.date_joined);
-- A session of a tenant's identity provider could add accounts: those of its members may be such ones.
alter table user_identities add column in_doubt boolean not null default false;
update user_identities i
   set in_doubt = true
  from users u
 where u.id = i.user_id and i.inserted_at <> u.date_joined
   and exists (
     select from memberships m
       join saml_domains d on d.tenant_id = m.tenant_id
      where m.user_id = u.id);

grant update (previous_hash) on refresh_families to plumbline_auth;
grant update (password_assigned) on users to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function start_refresh_family(uuid, uuid, uuid, bytea, timestamptz);
create function start_refresh_family(
  new_id uuid, for_user uuid, for_tenant uuid, first_hash bytea, until timestamptz,
  signed_in_at timestamptz default to_timestamp(0), signed_in_by text default 'saml')
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from refresh_families where user_id = for_user and expires_at < now();
  insert into refresh_families (id, user_id, tenant_id, current_hash, expires_at, auth_time, auth_method)
  values (new_id, for_user, for_tenant, first_hash, until, signed_in_at, signed_in_by);
$$;

-- How and when the session of a family began.
create function find_refresh_family(wanted uuid)
returns table (auth_time timestamptz, auth_method text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.auth_time, f.auth_method from refresh_families f where f.id = wanted and not f.revoked
$$;

-- One atomic step: the newest token is exchanged for the next one. Any other is refused. The one before the
-- newest may be a retry for ten seconds; whatever else comes back was copied, and its family dies.
create or replace function rotate_refresh(wanted uuid, old_hash bytea, new_hash bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update refresh_families
     set previous_hash = current_hash, current_hash = new_hash, rotated_at = now()
   where id = wanted and current_hash = old_hash and not revoked and expires_at > now();
  if found then
    return true;
  end if;
  update refresh_families
     set revoked = true
   where id = wanted and current_hash <> old_hash
     and (previous_hash is distinct from old_hash or rotated_at < now() - interval '10 seconds');
  return false;
end
$$;

-- How somebody may sign in.
create function find_sign_in(of_user uuid)
returns table (email text, has_password boolean, password_assigned boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.email, u.password_hash <> '!', u.password_assigned from users u where u.id = of_user
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  start_refresh_family, find_refresh_family, find_sign_in
to plumbline_app;
