-- Why: how a user signs in by a password, what keeps him signed in, and which address is his. A user has them in every
-- tenant, so they are reached through functions only.
-- Lock: none, new tables.

set local role plumbline_owner;

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
  auth_time timestamptz not null,
  auth_method text collate "C" not null
    check (auth_method in ('password', 'assigned_password', 'social', 'saml')),
  current_hash bytea not null, -- sha256 of the token's jti
  previous_hash bytea, -- of the token before the current one, which a retry may bring
  rotated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked boolean not null default false,
  -- By which names a tenant's identity provider began it: so it names them when it signs its user out.
  saml_issuer text collate "C",
  saml_name_id text collate "C",
  saml_session_index text collate "C"
);
create index refresh_families_by_user on refresh_families (user_id);
create index refresh_families_by_expiry on refresh_families (expires_at);
create index refresh_families_by_name_id on refresh_families (tenant_id, saml_name_id)
  where saml_name_id is not null;

-- What mailed links carry. One proves an address for the user who is named here, and for no other.
create table email_tokens (
  hash bytea primary key, -- sha256; the token itself is in the mail only
  user_id uuid not null references users on delete cascade,
  email text collate "C" not null,
  expires_at timestamptz not null default now() + interval '24 hours'
);
create index email_tokens_by_user on email_tokens (user_id);

-- The accounts elsewhere that a user signs in by. Which account is whose belongs to no tenant.
create table user_identities (
  id uuid primary key,
  issuer text collate "C" not null,
  subject text collate "C" not null, -- the issuer's name for the account, never given to another one
  user_id uuid not null references users on delete cascade,
  email text collate "C" not null, -- as the issuer had it that day
  inserted_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index user_identities_by_user on user_identities (user_id);

reset role;
grant select, insert, delete on signing_keys, refresh_families, email_tokens, user_identities to plumbline_auth;
grant update (current_hash, previous_hash, rotated_at, revoked) on refresh_families to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_signing_keys()
returns table (kid text, sealed_key bytea, public_key text, inserted_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select kid, sealed_key, public_key, inserted_at from signing_keys order by inserted_at desc, kid
$$;

-- Of several processes that start at once, the first one's key is kept: the others wait for the lock,
-- and the insert after it sees that row. Not language sql, which locks for the insert first and so
-- makes two callers wait for each other.
create function add_first_signing_key(new_kid text, new_sealed bytea, new_public text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table signing_keys in share row exclusive mode;
  insert into signing_keys (kid, sealed_key, public_key)
  select new_kid, new_sealed, new_public
   where not exists (select from signing_keys);
end
$$;

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

-- How somebody may sign in.
create function find_sign_in(of_user uuid)
returns table (email text, has_password boolean, password_assigned boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.email, u.password_hash <> '!', u.password_assigned from users u where u.id = of_user
$$;

-- For a member of the transaction's tenant. It ends all sessions. A password that somebody else sets takes the accounts
-- elsewhere away too: whoever held the sign-in before may have added them. The first password of a user's own after one
-- that somebody else set ends the keys from that time on: whoever knew that one could have chosen another as if he were
-- the user, and made keys by it.
create function set_password(of_user uuid, new_hash text, by_other boolean)
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

create function had_password_assigned(of_user uuid)
returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.assigned_at is not null from users u where u.id = of_user
$$;

-- What is known of one member, read at every request. Without a session: of an API key, or before there is one.
create function find_caller(wanted uuid, in_session uuid default null)
returns table (session_epoch int, is_active boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.session_epoch, u.is_active
    from memberships m
    join users u on u.id = m.user_id
   where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     and m.user_id = wanted
     and (in_session is null or exists (
       select from refresh_families f
        where f.id = in_session and f.user_id = wanted and not f.revoked))
$$;

create function start_refresh_family(
  new_id uuid, for_user uuid, for_tenant uuid, first_hash bytea, until timestamptz,
  signed_in_at timestamptz, signed_in_by text,
  issuer text default null, name_id text default null, session_index text default null)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from refresh_families where user_id = for_user and expires_at < now();
  insert into refresh_families (
    id, user_id, tenant_id, current_hash, expires_at, auth_time, auth_method,
    saml_issuer, saml_name_id, saml_session_index)
  values (
    new_id, for_user, for_tenant, first_hash, until, signed_in_at, signed_in_by,
    issuer, name_id, session_index);
$$;

-- How and when the session of a family began.
create function find_refresh_family(wanted uuid)
returns table (auth_time timestamptz, auth_method text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.auth_time, f.auth_method from refresh_families f where f.id = wanted and not f.revoked
$$;

-- One atomic step: the newest token is exchanged for the next one. Any other is refused. The one before the
-- newest may be a retry for ten seconds; whatever else comes back was copied, and its family dies.
create function rotate_refresh(wanted uuid, old_hash bytea, new_hash bytea)
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

create function end_refresh_families(of_user uuid, of_tenant uuid)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update refresh_families
     set revoked = true
   where user_id = of_user and (of_tenant is null or tenant_id = of_tenant)
$$;

create function sessions_of(of_user uuid, idle interval)
returns table (
  id uuid, tenant_id uuid, signed_in_at timestamptz, last_used_at timestamptz,
  expires_at timestamptz, auth_method text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.id, f.tenant_id, f.auth_time, f.rotated_at, f.expires_at, f.auth_method
    from refresh_families f
   where f.user_id = of_user and not f.revoked and f.expires_at > now()
     and f.rotated_at > now() - idle
$$;

-- Those of the given that are over, for open streams.
create function ended_sessions(asked uuid[])
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id
    from unnest(asked) as a(id)
   where not exists (select from refresh_families f where f.id = a.id and not f.revoked)
$$;

-- One session of a user, or all but one.
create function end_session(of_user uuid, ended uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update refresh_families f
     set revoked = true
   where f.id = ended and f.user_id = of_user and not f.revoked;
  return found;
end
$$;

create function end_other_sessions(of_user uuid, kept uuid)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update refresh_families f
     set revoked = true
   where f.user_id = of_user and f.id <> kept and not f.revoked
$$;

-- Ends the sessions that an identity provider of the transaction's tenant began under a name; without indexes
-- all of them. Gives their users.
create function end_saml_sessions(of_issuer text, of_name text, of_indexes text[])
returns setof uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update refresh_families f
     set revoked = true
   where f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     and f.saml_issuer = of_issuer and f.saml_name_id = of_name and not f.revoked
     and (of_indexes is null or f.saml_session_index = any(of_indexes))
  returning f.user_id
$$;

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
  update users set assigned_at = null where id = of_user and assigned_at is not null;
end
$$;

-- The address that a member wants and has not proven; null, or the one that he has, is none.
create function request_email(of_user uuid, wanted text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update users
     set pending_email = nullif(wanted, email)
   where id = of_user
     and exists (
       select from memberships m
        where m.user_id = of_user
          and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
$$;

create function add_email_token(new_hash bytea, of_user uuid, address text)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from email_tokens where user_id = of_user and expires_at <= now();
  insert into email_tokens (hash, user_id, email) values (new_hash, of_user, address);
$$;

create function find_email_token(wanted bytea)
returns table (user_id uuid, email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.user_id, t.email from email_tokens t where t.hash = wanted and t.expires_at > now()
$$;

-- The user has shown a token of his own: its address is his, and proven. False when it is not his to prove
-- any more. An address that another user has is a duplicate.
create function confirm_email(wanted bytea, of_user uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare address text;
begin
  delete from email_tokens t -- of many at once, one gets it
   where t.hash = wanted and t.user_id = of_user and t.expires_at > now()
  returning t.email into address;
  update users u
     set email = address,
         email_verified = true,
         pending_email = nullif(u.pending_email, address)
   where u.id = of_user and address in (u.email, u.pending_email);
  if not found then
    return false;
  end if;
  delete from email_tokens t where t.user_id = of_user and t.email = address;
  return true;
end
$$;

-- Takes an address from a user who has not proven it, whether he has it or asks for it. His sessions end
-- when he had it. The name in its place is nobody's: one that could be foretold could be taken before.
create function release_email(of_user uuid, address text)
returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update users u set pending_email = null where u.id = of_user and u.pending_email = address;
  if found then
    delete from email_tokens t where t.user_id = of_user and t.email = address;
    return 'withdrawn';
  end if;
  update users u
     set email = gen_random_uuid() || '@released.invalid',
         session_epoch = u.session_epoch + 1
   where u.id = of_user and u.email = address and not u.email_verified;
  if not found then
    return null;
  end if;
  update refresh_families f set revoked = true where f.user_id = of_user;
  delete from email_tokens t where t.user_id = of_user and t.email = address;
  return 'released';
end
$$;

-- The operator's word.
create function verify_email(of_user uuid, address text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update users u set email_verified = true where u.id = of_user and u.email = address;
  return found;
end
$$;

create function find_identity(wanted_issuer text, wanted_subject text)
returns table (user_id uuid, email text, is_active boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email, u.is_active
    from user_identities i
    join users u on u.id = i.user_id
   where i.issuer = wanted_issuer and i.subject = wanted_subject
$$;

create function find_user_by_email(wanted text)
returns table (id uuid, is_active boolean, email_verified boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.is_active, u.email_verified from users u where u.email = wanted
$$;

-- Makes the account this user's and gives its id; null when it is somebody else's, and for a user whose password
-- somebody else set: whose the account is, is to be seen when he has his own. A verified address that is the user's own
-- is verified from then on. The row is locked, so that a password that is set meanwhile finds the identity, or is found
-- here.
create function link_identity(
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

create function identities_of(of_user uuid)
returns table (id uuid, issuer text, email text, inserted_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.issuer, i.email, i.inserted_at from user_identities i where i.user_id = of_user
$$;

create function unlink_identity(wanted uuid, of_user uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from user_identities i where i.id = wanted and i.user_id = of_user;
  return found;
end
$$;

-- Somebody else gave a member another address: accounts that were added by the one before end, and all sessions.
create function unlink_identities(of_user uuid)
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

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_signing_keys, add_first_signing_key, find_login, find_password, find_sign_in, set_password,
  had_password_assigned, find_caller, start_refresh_family, find_refresh_family, rotate_refresh,
  end_refresh_families, sessions_of, ended_sessions, end_session, end_other_sessions, end_saml_sessions,
  end_bound_sessions, request_email, add_email_token, find_email_token, confirm_email, release_email,
  verify_email, find_identity, find_user_by_email, link_identity, identities_of, unlink_identity,
  unlink_identities
to plumbline_app;
