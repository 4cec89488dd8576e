-- Why: requests of a slow page bring the refresh token that another request replaced meanwhile. Ten seconds were too
--      short for them, and the session of the user ended.
-- Lock: none, a function is replaced.

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- One atomic step: the newest token is exchanged for the next one. Any other is refused. The one before the newest may
-- come from a request that began earlier, for a minute; any other was copied, and its family ends.
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
     and (previous_hash is distinct from old_hash or rotated_at < now() - interval '60 seconds');
  return false;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
