-- Why: a key that was made with a key ends with it. What was begun or made in a session that a tenant controls,
-- by its identity provider or by a password that it set, ends when the user joins a second tenant.
-- Lock: ACCESS EXCLUSIVE on api_keys for a moment: a column without a default rewrites nothing, and the
-- constraint finds nulls only; share while the index is made.

set local role plumbline_owner;

alter table api_keys
  add column parent_id uuid, -- the key that it was made with
  -- Of the session that it, or the first of its parents, was made in; unknown of those from before.
  add column auth_method text collate "C";
alter table api_keys
  add foreign key (tenant_id, parent_id) references api_keys (tenant_id, id) on delete cascade;
create index on api_keys (tenant_id, parent_id) where parent_id is not null;

grant select (auth_method) on api_keys to plumbline_auth;
grant select (in_doubt) on user_identities to plumbline_auth;
reset role;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- A user came to belong to several tenants: none of them may hold his sign-in any more.
create function end_bound_sessions(of_user uuid)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select count(*) from memberships m where m.user_id = of_user) < 2 then
    return;
  end if;
  update refresh_families
     set revoked = true
   where user_id = of_user and auth_method in ('saml', 'assigned_password');
  update api_keys
     set revoked = true
   where user_id = of_user and auth_method in ('saml', 'assigned_password') and not revoked;
  delete from user_identities where user_id = of_user and in_doubt;
end
$$;

-- For a member of the transaction's tenant. It ends all sessions. A password that somebody else sets takes the
-- accounts elsewhere away too: whoever held the sign-in before may have added them. A user's own ends the keys
-- that were made by whoever knew the one before.
create function set_password(of_user uuid, new_hash text, by_other boolean)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update users
     set password_hash = new_hash, password_assigned = by_other, session_epoch = session_epoch + 1
   where id = of_user
     and exists (
       select from memberships m
        where m.user_id = of_user
          and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  if not found then
    return;
  end if;
  if by_other then
    delete from user_identities where user_id = of_user;
  else
    update api_keys
       set revoked = true
     where user_id = of_user and auth_method = 'assigned_password' and not revoked;
  end if;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function end_bound_sessions, set_password to plumbline_app;
