-- Why: metrics say how much work waits and runs in the whole installation, which no tenant's rows alone tell.
-- Only counts leave the function.
-- Lock: none on data.

grant select (tenant_id, scan_id, state) on scan_units to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function count_work()
returns table (kind text, name text, count bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'queued tasks', t.name, count(*)
    from tasks t
   where t.state = 'available'
   group by t.name
   union all
  select 'scans', s.state, count(*)
    from scans s
   where s.state = 'executing' or s.state = 'available'
   group by s.state
   union all
  select 'units', u.state, count(*)
    from scans s
    join scan_units u on u.tenant_id = s.tenant_id and u.scan_id = s.id
   where s.state = 'executing'
   group by u.state
$$;

reset role;
revoke create on schema public from plumbline_auth;
revoke execute on function count_work from public;
grant execute on function count_work to plumbline_app;
