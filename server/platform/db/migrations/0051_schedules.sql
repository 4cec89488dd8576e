-- Why: when which provider is scanned by itself. The next scan of a schedule is made ahead, so that every
-- slot of a provider has one row, whoever makes it and however often.
-- Lock: share on scans while its index is made.

set local role plumbline_owner;

create table schedules (
  tenant_id uuid not null,
  provider_id uuid not null,
  scan_enabled boolean not null default true,
  scan_frequency text collate "C" not null
    check (scan_frequency in ('DAILY', 'INTERVAL', 'WEEKLY', 'MONTHLY')),
  scan_hour smallint check (scan_hour between 0 and 23), -- null: the time of day of anchor_at
  scan_timezone text collate "C" not null default 'UTC',
  scan_interval_hours int check (scan_interval_hours between 24 and 8784),
  scan_day_of_week smallint check (scan_day_of_week between 0 and 6),
  scan_day_of_month smallint check (scan_day_of_month between 1 and 28),
  anchor_at timestamptz not null, -- intervals are counted from here
  next_scan_at timestamptz, -- null while it is not enabled
  last_scan_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade,
  check (scan_frequency <> 'INTERVAL' or scan_interval_hours is not null),
  check (scan_frequency <> 'WEEKLY' or scan_day_of_week is not null),
  check (scan_frequency <> 'MONTHLY' or scan_day_of_month is not null),
  check (scan_enabled = (next_scan_at is not null))
);
create index on schedules (next_scan_at) where next_scan_at is not null; -- the sweep, over all tenants
call guard_tenant('schedules');
grant select, insert, update, delete on schedules to plumbline_app;

-- A slot of a provider is one scan.
create unique index scans_one_a_slot on scans (tenant_id, provider_id, scheduled_at)
  where trigger = 'scheduled';

reset role;
grant select (tenant_id, provider_id, next_scan_at) on schedules to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Schedules whose slot has come, by the database's clock: ids only, and no tenant gets a second row
-- before each has got a first.
create function find_due_schedules(most int)
returns table (tenant_id uuid, provider_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.provider_id
    from (select s.tenant_id, s.provider_id, s.next_scan_at,
                 row_number() over (partition by s.tenant_id order by s.next_scan_at) as turn
            from schedules s
            join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
           where s.next_scan_at <= now()) f
   order by f.turn, f.next_scan_at
   limit most
$$;

-- As before, but a scheduled scan is found by its lease and its provider too, as any scan is.
create or replace function find_expired_tasks(most int)
returns table (tenant_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.tenant_id, f.id, f.name
    from (select t.tenant_id, t.id, t.name, t.inserted_at,
                 row_number() over (partition by t.tenant_id, t.name order by t.inserted_at) as turn
            from tasks t
           where (t.state = 'executing' and t.lease_until < now())
              or (t.state = 'available' and t.name not in ('scan-perform', 'scan-perform-scheduled')
                  and t.inserted_at < now() - interval '10 seconds')) f
   order by f.turn, f.inserted_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_due_schedules to plumbline_app;
