-- Why: only a proven address links accounts. Proof is a link that we mailed, a sign-in provider of the
-- settings, or the operator's word. Whom a tenant's own provider brought in is kept beside the tenant.
-- Lock: users for an instant: a column without a default rewrites nothing.

set local role plumbline_owner;

alter table users add column pending_email text collate "C"; -- asked for by its user, and not proven yet

-- What mailed links carry. One proves an address for the user who is named here, and for no other.
create table email_tokens (
  hash bytea primary key, -- sha256; the token itself is in the mail only
  user_id uuid not null references users on delete cascade,
  email text collate "C" not null,
  expires_at timestamptz not null default now() + interval '24 hours'
);
create index on email_tokens (user_id);

-- To whom the word of a tenant's provider leads: by the address that it asserts, whatever address the user
-- has since given himself.
create table saml_users (
  tenant_id uuid not null,
  email text collate "C" not null,
  user_id uuid not null,
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, email),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index on saml_users (tenant_id, user_id);
call guard_tenant('saml_users');
grant select, insert, update on saml_users to plumbline_app;

grant select, insert, delete on email_tokens to plumbline_auth;
grant update (pending_email) on users to plumbline_auth;
reset role;

-- Users whom a provider has made already: no sign-up is in the log, and the first finished sign-in was
-- that of the address which they still have.
insert into saml_users (tenant_id, email, user_id)
select distinct e.tenant_id, u.email, u.id
  from audit_events e
  join users u on u.id = e.resource_id and u.email = e.after ->> 'email'
  join memberships m on m.tenant_id = e.tenant_id and m.user_id = u.id and m.date_joined = u.date_joined
 where e.action = 'saml_finish'
   and e.inserted_at < u.date_joined + interval '10 seconds'
   and not exists (
     select from audit_events s where s.resource_id = u.id and s.action = 'users_create');

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function users_of_tenant();
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

-- The address that a member wants and has not proven; null, or the one that he has, is none.
create function want_email(of_user uuid, wanted text)
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

create function keep_email_token(new_hash bytea, of_user uuid, address text)
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
create function prove_email(of_user uuid, address text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update users u set email_verified = true where u.id = of_user and u.email = address;
  return found;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  users_of_tenant, want_email, keep_email_token, find_email_token, confirm_email, release_email, prove_email
to plumbline_app;
