-- Why: work is held in one place. Scans and files had leases, fences and attempts of their own; now their tasks have them,
-- as all tasks do, with a fence that is no count of attempts.
-- Lock: ACCESS EXCLUSIVE on tasks, scans, scan_units and ingestions for their columns, which rewrites nothing. What runs
-- is taken over by a worker of this version; its units are found by the state that they have.

update tasks set lease_until = now() where state = 'executing'; -- of all tenants, so not as the owner of the table

set local role plumbline_owner;

alter table tasks add column fence bigint not null default 0; -- raised by each claim: whoever has an old one writes nothing

drop index scans_leases;
drop index ingestions_leases;

reset role;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function find_expired_scans;
drop function find_expired_ingestions;

-- As before, but no scan is found here while it waits: its provider decides when it is its turn.
create or replace function find_expired_tasks(most int)
returns table (tenant_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.id, f.name
    from (select t.tenant_id, t.id, t.name, t.inserted_at,
                 row_number() over (partition by t.tenant_id, t.name order by t.inserted_at) as turn
            from tasks t
           where (t.state = 'executing' and t.lease_until < now())
              or (t.state = 'available'
                  and t.name not in ('scan-perform', 'scan-perform-scheduled', 'scan-import')
                  and t.inserted_at < now() - interval '10 seconds')) f
   order by f.turn, f.inserted_at
   limit most
$$;

create or replace function release_leases()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update tasks set lease_until = now() where state = 'executing' and lease_until is not null;
$$;

reset role;
revoke create on schema public from plumbline_auth;
set local role plumbline_owner;

alter table scans drop column fence, drop column lease_until, drop column attempts;
alter table scan_units drop column fence;
alter table ingestions drop column fence, drop column lease_until, drop column attempts;

reset role;
