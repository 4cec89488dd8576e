-- Why: waiting tasks are found in their own table. The tables of the queue library, an idle server's most frequent
--      statements, are no longer needed. A task that waits has its row here, so no job has to be moved.
-- Lock: access exclusive on tasks for a moment: no row is read or rewritten. The library's tables are dropped, so servers
--       of an earlier version can no longer queue tasks.

drop schema if exists pgboss cascade;

set local role plumbline_owner;

drop index tasks_leases, tasks_waiting;
alter table tasks drop column job_id;
alter table tasks add column turn int not null default 1; -- its number among the tasks of its tenant and kind when it was queued
alter table tasks add column due_at timestamptz not null default now(); -- no worker takes it before

reset role;
grant select (turn, due_at), update (due_at) on tasks to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function find_expired_tasks(int);
drop function find_waiting_scans(int);

-- Takes tasks that are due: those that wait, and those whose holder has stopped renewing its lease. The arrays have one
-- element for each kind: its name, the number of its group, the free slots of the group, and a tenant that gets none of
-- them. Low turns come first, so the flood of a tenant does not make another wait. For ten seconds no other worker
-- takes the same tasks; the lease is claimed in the tenant's own transaction.
create function take_due_tasks(names text[], groups int[], slots int[], excluded uuid[])
returns table (tenant_id uuid, id uuid, name text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as (
    select k.number, k.slots, d.*
      from unnest(names, groups, slots, excluded) as k (name, number, slots, excluded)
     cross join lateral (
        select *
          from (select t.tenant_id, t.id, t.turn, t.due_at
                  from tasks t
                 where t.name = k.name and t.state = 'available' and t.due_at <= now()
                   and t.tenant_id is distinct from k.excluded
                 order by t.turn, t.due_at
                 limit k.slots
                   for update skip locked) waiting
        union all
        select *
          from (select t.tenant_id, t.id, t.turn, t.due_at
                  from tasks t
                 where t.name = k.name and t.state = 'executing' and t.due_at <= now()
                   and t.lease_until < now() and t.tenant_id is distinct from k.excluded
                 order by t.turn, t.due_at
                 limit k.slots
                   for update skip locked) expired) d),
  taken as (
    select n.tenant_id, n.id
      from (select d.*, row_number() over (partition by d.number order by d.turn, d.due_at, d.id) as place from due d) n
     where n.place <= n.slots)
  update tasks t
     set due_at = now() + interval '10 seconds'
    from taken
   where t.tenant_id = taken.tenant_id and t.id = taken.id
  returning t.tenant_id, t.id, t.name
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function take_due_tasks to plumbline_app;
