-- Why: whoever may set the password or the address of somebody could plant a way in that is good in other tenants,
-- too: an account elsewhere that signs in by the address he set, or a password that he chose as if he were the user.
-- Lock: users for an instant: a column without a default rewrites nothing.

set local role plumbline_owner;

-- When somebody else first set a password, since the user belonged to several tenants.
alter table users add column assigned_at timestamptz;

grant select (assigned_at), update (assigned_at) on users to plumbline_auth;
grant select (inserted_at) on api_keys to plumbline_auth;
reset role;
update users set assigned_at = now() where password_assigned;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Null for a user whose password is somebody else's: whose the account is, is to be seen when he has his own. The
-- row is locked, so that a password that is set meanwhile finds the identity, or is found here.
create or replace function keep_identity(
  new_id uuid, new_issuer text, new_subject text, of_user uuid, address text, is_verified boolean)
returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare kept uuid;
begin
  perform from users u where u.id = of_user and not u.password_assigned for update;
  if not found then
    return null;
  end if;
  insert into user_identities (id, issuer, subject, user_id, email)
  values (new_id, new_issuer, new_subject, of_user, address)
      on conflict (issuer, subject) do nothing;
  select i.id into kept
    from user_identities i
   where i.issuer = new_issuer and i.subject = new_subject and i.user_id = of_user;
  if kept is not null then
    update users set email_verified = true where id = of_user and email = address and is_verified;
  end if;
  return kept;
end
$$;

-- The first password of a user's own after one that somebody else set ends the keys from that time on: whoever knew
-- that one could have chosen another as if he were the user, and made keys by it.
create or replace function set_password(of_user uuid, new_hash text, by_other boolean)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  in_doubt_since constant timestamptz := (
    select u.assigned_at from users u where u.id = of_user and u.password_assigned);
begin
  update users
     set password_hash = new_hash, password_assigned = by_other, session_epoch = session_epoch + 1,
         assigned_at = case when by_other then coalesce(assigned_at, now()) else assigned_at end
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
     where user_id = of_user and not revoked
       and (auth_method = 'assigned_password' or inserted_at >= in_doubt_since);
  end if;
end
$$;

-- Somebody else gave a member another address: accounts that were added by the one before end, and all sessions.
create function forget_identities(of_user uuid)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update users
     set session_epoch = session_epoch + 1
   where id = of_user
     and exists (
       select from memberships m
        where m.user_id = of_user
          and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
  if found then
    delete from user_identities where user_id = of_user;
  end if;
end
$$;

create function was_assigned(of_user uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.assigned_at is not null from users u where u.id = of_user
$$;

create or replace function end_bound_sessions(of_user uuid)
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
  update users set assigned_at = null where id = of_user and assigned_at is not null;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function forget_identities, was_assigned to plumbline_app;
