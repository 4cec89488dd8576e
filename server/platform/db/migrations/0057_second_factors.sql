-- Why: a password alone is not enough for whoever wants more. A second factor is the user's, whichever
-- tenant he signs in to.
-- Lock: none, new tables.

set local role plumbline_owner;

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  sealed bytea not null, -- the secret of the authenticator app, sealed with the key-encryption key
  confirmed_at timestamptz, -- from then on it is asked for
  last_step bigint not null default 0, -- of the code that was accepted last; none is accepted twice
  failures int not null default 0, -- since the last code that was right
  locked_until timestamptz,
  inserted_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  hash bytea not null, -- sha256 of 80 random bits
  primary key (user_id, hash)
);

grant select, insert, update, delete on second_factors, recovery_codes to plumbline_auth;
reset role;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_second_factor(of_user uuid)
returns table (
  id uuid, sealed bytea, confirmed_at timestamptz, last_step bigint, inserted_at timestamptz,
  recovery_codes_left int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.id, f.sealed, f.confirmed_at, f.last_step, f.inserted_at,
         (select count(*)::int from recovery_codes r where r.user_id = f.user_id)
    from second_factors f
   where f.user_id = of_user
$$;

-- In place of one that was never confirmed; false when there is a confirmed one.
create function enrol_second_factor(new_id uuid, of_user uuid, new_sealed bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into second_factors as f (user_id, id, sealed)
  values (of_user, new_id, new_sealed)
      on conflict (user_id) do update
         set id = new_id, sealed = new_sealed, last_step = 0, inserted_at = now()
       where f.confirmed_at is null;
  return found;
end
$$;

-- Counts a try before its code is looked at, so that tries at the same time are bounded too. From the fifth
-- wrong one on each shuts the door for twice as long, a day at most. Gives the seconds to wait, 0 for a
-- try that may go on; null when there is no second factor.
create function try_second_factor(of_user uuid)
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare found_until timestamptz;
begin
  update second_factors
     set failures = failures + 1,
         locked_until = case when failures >= 4
           then now() + least(interval '1 day', interval '1 minute' * 2 ^ least(failures - 4, 20)) end
   where user_id = of_user and (locked_until is null or locked_until <= now());
  if found then
    return 0;
  end if;
  select f.locked_until into found_until from second_factors f where f.user_id = of_user;
  if found_until is null then
    return null;
  end if;
  return greatest(1, ceil(extract(epoch from found_until - now())))::int;
end
$$;

-- One step of the clock is accepted once.
create function accept_second_factor(of_user uuid, step bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update second_factors
     set last_step = step, failures = 0, locked_until = null
   where user_id = of_user and last_step < step;
  return found;
end
$$;

create function confirm_second_factor(of_user uuid, code_hashes bytea[])
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update second_factors set confirmed_at = coalesce(confirmed_at, now()) where user_id = of_user;
  delete from recovery_codes where user_id = of_user;
  insert into recovery_codes (user_id, hash) select of_user, unnest(code_hashes);
$$;

create function use_recovery_code(of_user uuid, code_hash bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from recovery_codes where user_id = of_user and hash = code_hash;
  if not found then
    return false;
  end if;
  update second_factors set failures = 0, locked_until = null where user_id = of_user;
  return true;
end
$$;

create function forget_second_factor(of_user uuid)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from second_factors where user_id = of_user
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_second_factor, enrol_second_factor, try_second_factor, accept_second_factor,
  confirm_second_factor, use_recovery_code, forget_second_factor
to plumbline_app;
