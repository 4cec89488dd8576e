-- Why: where sign-up needs an invitation, the first to come has nobody who could invite him.
-- Lock: none on data.

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Whether the transaction may make the first tenant. Of many who ask at once the second waits for the
-- first, and sees what it has made.
create function claim_first_tenant()
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from tenants) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('first tenant', 74));
  return not exists (select from tenants);
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function claim_first_tenant to plumbline_app;
