-- Why: waiting tasks are found in their own table. The tables of the queue library, an idle server's most frequent
--      statements, are no longer needed. A task that waits has its row here, so no job has to be moved.
-- Lock: access exclusive on tasks for a moment: no row is read or rewritten. The library's tables are dropped, so servers
--       of an earlier version can no longer queue tasks.

drop schema if exists pgboss cascade;

set local role plumbline_owner;

drop index tasks_leases, tasks_waiting;
alter table tasks drop column job_id;
alter table tasks add column due_at timestamptz not null default now(); -- no worker takes it before

reset role;
grant select (due_at), update (due_at) on tasks to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function find_expired_tasks(int);
drop function find_waiting_scans(int);

-- Takes tasks of these kinds that are due: those that wait, and those whose holder has stopped renewing its lease. Goes
-- around the tenants, beginning after the one that was served last, and takes the oldest task of each; none of an excluded
-- tenant. For ten seconds no other worker takes the same tasks; the lease is claimed in the tenant's own transaction.
-- The settings keep to one plan, which reads the index in its order: sorting all that waits would cost more with each task.
create function take_due_tasks(kinds text[], slots int, excluded uuid, served uuid)
returns table (tenant_id uuid, id uuid, name text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  first constant uuid := '00000000-0000-0000-0000-000000000000';
  after uuid := coalesce(served, first);
  due record;
  taken int := 0;
  went_around bool := false; -- since the last task that was taken
begin
  while taken < slots loop
    select c.*
      into due
      from unnest(kinds) as k (name)
     cross join lateral (
        select *
          from (select t.tenant_id, t.id, t.name, t.due_at
                  from tasks t
                 where t.name = k.name and t.state = 'available' and t.tenant_id > after and t.due_at <= now()
                 order by t.tenant_id, t.due_at, t.id
                 limit 1
                   for update skip locked) waiting
        union all
        select *
          from (select t.tenant_id, t.id, t.name, t.due_at
                  from tasks t
                 where t.name = k.name and t.state = 'executing' and t.tenant_id > after and t.due_at <= now()
                   and t.lease_until < now()
                 order by t.tenant_id, t.due_at, t.id
                 limit 1
                   for update skip locked) expired) c
     order by c.tenant_id, c.due_at, c.id
     limit 1;
    if not found then
      exit when after = first or went_around;
      after := first;
      went_around := true;
    else
      after := due.tenant_id;
      if due.tenant_id is distinct from excluded then
        update tasks t
           set due_at = now() + interval '10 seconds'
         where t.tenant_id = due.tenant_id and t.id = due.id;
        taken := taken + 1;
        went_around := false;
        tenant_id := due.tenant_id;
        id := due.id;
        name := due.name;
        return next;
      end if;
    end if;
  end loop;
end
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function take_due_tasks to plumbline_app;
