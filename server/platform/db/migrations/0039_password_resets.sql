-- Why: users who forgot their password set a new one by a link, from an email, an administrator or the operator.
-- Lock: none, a new table.

set local role plumbline_owner;
create table password_resets (
  hash bytea primary key, -- sha256; the token itself is in the link only
  user_id uuid references users on delete cascade, -- null: no user has it; the request costs the same
  email text collate "C" not null, -- a link ends when the user has another address
  made_by text collate "C" not null check (made_by in ('user', 'administrator', 'operator')),
  tenant_id uuid references tenants on delete cascade, -- of the administrator
  administrator_id uuid references users on delete cascade,
  session_epoch int not null, -- a link ends with a change of the password
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_end on password_resets (expires_at);

reset role;
grant select, insert, delete on password_resets to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- The user who may reset by this link; none is stored for users who sign in without a password. A row is stored for
-- every address, so that the time of the answer tells little about whether a user has it.
create function request_password_reset(new_hash bytea, address text)
returns table (user_id uuid, has_password boolean, email_verified boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from password_resets r where r.expires_at <= now();
  return query
    with asked as (
      select u.id, u.password_hash <> '!' as has_password, u.email_verified, u.session_epoch
        from users u
       where u.email = address and u.is_active
    ), made as (
      insert into password_resets (hash, user_id, email, made_by, session_epoch, expires_at)
      select new_hash, case when a.has_password then a.id end, address, 'user', coalesce(a.session_epoch, 0),
             now() + interval '1 hour'
        from (select 1) one
        left join asked a on true
    )
    select a.id, a.has_password, a.email_verified from asked a;
end
$$;

-- By an administrator for a member of the transaction's tenant, or by the operator. A new link ends the ones before.
create function add_password_reset(new_hash bytea, of_user uuid, by text, administrator uuid)
returns timestamptz
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from password_resets r where r.user_id = of_user and r.made_by = by;
  insert into password_resets (
    hash, user_id, email, made_by, tenant_id, administrator_id, session_epoch, expires_at)
  select new_hash, u.id, u.email, by, case when by = 'administrator' then m.tenant_id end, administrator,
         u.session_epoch, now() + interval '24 hours'
    from users u
    join memberships m on m.user_id = u.id
   where u.id = of_user and u.is_active and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
  returning expires_at
$$;

-- Whose password a link sets. An administrator's is for users of that tenant alone.
create function find_password_reset(wanted bytea)
returns table (
  user_id uuid, email text, name text, company_name text, made_by text, tenant_id uuid, administrator_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email, u.name, u.company_name, r.made_by, r.tenant_id, r.administrator_id
    from password_resets r
    join users u on u.id = r.user_id and u.email = r.email and u.session_epoch = r.session_epoch and u.is_active
   where r.hash = wanted and r.expires_at > now()
     and (r.made_by <> 'administrator'
          or (select array_agg(m.tenant_id) from memberships m where m.user_id = u.id) = array[r.tenant_id])
$$;

-- In the user's tenant. A mailed link proves its address; where it was not proven before, the account may have been
-- used by someone else, so the accounts elsewhere and the keys end. An administrator's link sets the password as
-- that administrator could. False for a link that was used or has ended meanwhile.
create function use_password_reset(wanted bytea, new_hash text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_user uuid := (select f.user_id from find_password_reset(wanted) f);
  made_by text;
begin
  perform from users u where u.id = found_user for update; -- of several at once, the others find a later epoch
  made_by := (select f.made_by from find_password_reset(wanted) f where f.user_id = found_user);
  if made_by is null or not exists (
    select from memberships m
     where m.user_id = found_user and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) then
    return false;
  end if;
  if made_by = 'user' then
    update users u
       set email_verified = true, pending_email = nullif(u.pending_email, u.email)
     where u.id = found_user and not u.email_verified;
    if found then
      delete from user_identities i where i.user_id = found_user;
      update api_keys k set revoked = true where k.user_id = found_user and not k.revoked;
    end if;
  end if;
  perform set_password(found_user, new_hash, made_by = 'administrator');
  delete from password_resets r where r.user_id = found_user;
  return true;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  request_password_reset(bytea, text), add_password_reset(bytea, uuid, text, uuid), find_password_reset(bytea),
  use_password_reset(bytea, text)
to plumbline_app;
