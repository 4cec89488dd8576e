-- Why: switching tenants starts a session. Those that go back to one sign-in are bounded, so that a session cannot be
-- multiplied without end.
-- Lock: none.

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Deletes the least recently used sessions that have the sign-in of a session in common with it, beyond the newest `most`.
-- Those that are `kept` stay. A switched session has the moment and method of its sign-in.
create function end_switched_sessions(of_user uuid, like_session uuid, kept uuid[], most int)
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended int;
begin
  delete from refresh_families f
   where f.id in (
     select o.id
       from refresh_families own
       join refresh_families o
         on o.user_id = own.user_id and o.auth_time = own.auth_time and o.auth_method = own.auth_method
      where own.id = like_session and own.user_id = of_user and o.id <> all(kept)
      order by o.revoked, o.rotated_at desc, o.id desc
     offset greatest(0, most - cardinality(kept)));
  get diagnostics ended = row_count;
  return ended;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function end_switched_sessions to plumbline_app;
