-- Why: a tenant with a thousand waiting scans or tasks filled every sweep, and work of others whose job
-- was lost stood behind it. Now no tenant gets a second row of a sweep before each has got a first.
-- Lock: none; functions.

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create or replace function find_expired_scans(most int)
returns table (tenant_id uuid, task_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.task_id
    from (select s.tenant_id, s.task_id, s.lease_until,
                 row_number() over (partition by s.tenant_id order by s.lease_until) as turn
            from scans s
           where s.state = 'executing' and s.lease_until < now() and s.task_id is not null) f
   order by f.turn, f.lease_until
   limit most
$$;

create or replace function find_waiting_scans(most int)
returns table (tenant_id uuid, task_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.task_id
    from (select s.tenant_id, s.task_id, s.inserted_at,
                 row_number() over (partition by s.tenant_id order by s.inserted_at) as turn
            from scans s
           where s.state = 'available' and s.inserted_at < now() - interval '10 seconds'
             and s.task_id is not null
             and not exists (
               select from scans e
                where e.tenant_id = s.tenant_id and e.provider_id = s.provider_id and e.state = 'executing')) f
   order by f.turn, f.inserted_at
   limit most
$$;

create or replace function find_expired_tasks(most int)
returns table (tenant_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.id, f.name
    from (select t.tenant_id, t.id, t.name, t.inserted_at,
                 row_number() over (partition by t.tenant_id, t.name order by t.inserted_at) as turn
            from tasks t
           where (t.state = 'executing' and t.lease_until < now())
              or (t.state = 'available' and t.name <> 'scan-perform'
                  and t.inserted_at < now() - interval '10 seconds')) f
   order by f.turn, f.inserted_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
