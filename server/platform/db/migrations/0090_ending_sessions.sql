-- Why: a session can be ended, by its user or by whoever manages users, and its access tokens end with it.
-- Until now an access token outlived its session by up to half an hour.
-- Lock: none on data.

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Without a session: of an API key, or before there is one.
drop function find_caller(uuid);
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

-- Those of the given that are over, for open streams.
create function ended_sessions(asked uuid[])
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id
    from unnest(asked) as a(id)
   where not exists (select from refresh_families f where f.id = a.id and not f.revoked)
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_caller, sessions_of, end_session, end_other_sessions, ended_sessions
to plumbline_app;
