-- Why: an issue that is done at its tracker is not believed before a scan says so. What is known of each issue is kept, and
-- when the issues of an integration are looked at next.
-- Lock: access exclusive on tracker_issues and integrations for a moment: columns whose defaults are constants.

set local role plumbline_owner;

alter table tracker_issues
  add column state text collate "C" not null default 'open', -- failing: it is done, its resources are not, and it was told
  add column recheck_id uuid, -- what was told of it is known by this
  add column recheck_scans uuid[] not null default '{}',
  add column looked_at timestamptz,
  add constraint tracker_issues_state check (state in ('open', 'checking', 'failing', 'over')) not valid;

alter table integrations add column look_at timestamptz; -- null: there is no issue to look at

reset role;
grant select (look_at) on integrations to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Integrations whose issues are to be looked at, those of one tenant after the first of each. Ids only.
create function find_trackers_to_look(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.id
    from (select i.tenant_id, i.id, i.look_at,
                 row_number() over (partition by i.tenant_id order by i.look_at) as turn
            from integrations i
           where i.look_at <= now() and i.enabled) d
   order by d.turn, d.look_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_trackers_to_look to plumbline_app;
