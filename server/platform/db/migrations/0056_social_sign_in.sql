-- Why: people sign in by accounts that they have elsewhere. Which account is whose belongs to no tenant.
-- Lock: users for an instant: a column with a constant default rewrites nothing.

set local role plumbline_owner;

-- A provider that is believed has said that the address is this user's. Who signed up has only claimed it.
alter table users add column email_verified boolean not null default false;

create table user_identities (
  id uuid primary key,
  issuer text collate "C" not null,
  subject text collate "C" not null, -- the issuer's name for the account, never given to another one
  user_id uuid not null references users on delete cascade,
  email text collate "C" not null, -- as the issuer had it that day
  inserted_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index on user_identities (user_id);

grant select, insert, delete on user_identities to plumbline_auth;
grant update (email_verified) on users to plumbline_auth;
reset role;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_identity(wanted_issuer text, wanted_subject text)
returns table (user_id uuid, email text, is_active boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email, u.is_active
    from user_identities i
    join users u on u.id = i.user_id
   where i.issuer = wanted_issuer and i.subject = wanted_subject
$$;

create function find_address(wanted text)
returns table (id uuid, is_active boolean, email_verified boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.is_active, u.email_verified from users u where u.email = wanted
$$;

-- Makes the account this user's and gives its id; null when it is somebody else's. A verified address
-- that is the user's own is verified from then on.
create function keep_identity(
  new_id uuid, new_issuer text, new_subject text, of_user uuid, address text, is_verified boolean)
returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare kept uuid;
begin
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

create function forget_identity(wanted uuid, of_user uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from user_identities i where i.id = wanted and i.user_id = of_user;
  return found;
end
$$;

-- As before, and another address is not verified.
create or replace function change_user(
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

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_identity, find_address, keep_identity, identities_of, forget_identity
to plumbline_app;
