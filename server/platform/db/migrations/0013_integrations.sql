-- Why: findings reach the people and systems that act on them. What is to be sent is written in the transaction that
-- causes it, and a worker sends it: at least once, under the same id, one at a time to each integration, so that a target
-- that is down delays nobody else.
-- Lock: none, new tables.

set local role plumbline_owner;

create table integrations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  integration_type text collate "C" not null,
  enabled boolean not null default true,
  configuration jsonb not null, -- as it was written
  learned jsonb not null default '{}', -- by the last test that connected
  domain text collate "C", -- of a site that has one integration
  provider_id uuid, -- of a type that belongs to one provider, and goes with it
  connected boolean,
  connection_last_checked_at timestamptz,
  connection_requested_at timestamptz, -- of the test whose result is kept
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lease_until timestamptz, -- a delivery is under way
  fence bigint not null default 0, -- rises with each claim
  paused_until timestamptz, -- the target did not take the last delivery
  failures int not null default 0, -- in a row
  primary key (tenant_id, id),
  unique (tenant_id, integration_type, domain),
  unique (tenant_id, integration_type, provider_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index integrations_by_time on integrations (tenant_id, inserted_at, id);
create index integrations_by_provider on integrations (tenant_id, provider_id);
call guard_tenant('integrations');
grant select, insert, update, delete on integrations to plumbline_app;

create table integration_providers (
  tenant_id uuid not null,
  integration_id uuid not null,
  provider_id uuid not null,
  primary key (tenant_id, integration_id, provider_id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index integration_providers_by_provider on integration_providers (tenant_id, provider_id);
call guard_tenant('integration_providers');
grant select, insert, update, delete on integration_providers to plumbline_app;

create table integration_secrets (
  tenant_id uuid not null,
  integration_id uuid not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, integration_id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
call guard_tenant('integration_secrets');
grant select, insert, update, delete on integration_secrets to plumbline_app;

-- The outbox, and the log of what became of it.
create table deliveries (
  tenant_id uuid not null,
  id uuid not null, -- the same in every attempt: receivers know a repeat by it
  integration_id uuid not null,
  provider_id uuid, -- all that it tells is of this provider
  task_id uuid, -- the dispatch that waits for it
  kind text collate "C" not null, -- 'jira-issue'
  dedupe_key text collate "C" not null,
  payload jsonb not null, -- ids and choices: what they stand for is read when it is sent
  state text collate "C" not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours', -- no further attempt after that
  attempted_at timestamptz,
  ended_at timestamptz,
  reason_code text collate "C", -- of the last attempt that failed
  reason text,
  outcome jsonb, -- what it is called at the target
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, integration_id, dedupe_key),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
create index deliveries_due on deliveries (tenant_id, integration_id, due_at, id) where state = 'pending';
create index deliveries_by_time on deliveries (tenant_id, integration_id, inserted_at, id);
create index deliveries_by_provider on deliveries (tenant_id, provider_id) where provider_id is not null;
create index deliveries_by_task on deliveries (tenant_id, task_id) where task_id is not null;
create index deliveries_by_end on deliveries (ended_at) where state <> 'pending';
call guard_tenant('deliveries');
grant select, insert, update, delete on deliveries to plumbline_app;

-- Which issue of a tracker stands for what, so that it is updated and never made twice.
create table tracker_issues (
  tenant_id uuid not null,
  integration_id uuid not null,
  dispatch_key text collate "C" not null, -- of a check or a finding, and the project
  issue_key text collate "C" not null,
  named jsonb not null, -- the findings that it names: { key: name of the resource }
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, integration_id, dispatch_key),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
call guard_tenant('tracker_issues');
grant select, insert, update, delete on tracker_issues to plumbline_app;

reset role;
grant select (tenant_id, id, enabled, lease_until, fence, paused_until) on integrations to plumbline_auth;
grant update (lease_until, fence) on integrations to plumbline_auth;
grant select (tenant_id, id, integration_id, state, due_at, ended_at) on deliveries to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- One delivery that is due, for whoever asks first. Its integration is leased: nothing else goes there until the lease
-- ends. The tenant with the fewest under way is served first. Ids only.
create function claim_delivery(lease_seconds int)
returns table (tenant_id uuid, integration_id uuid, id uuid, fence bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with free as materialized (
    select i.tenant_id, i.id
      from integrations i
     where i.enabled
       and coalesce(i.lease_until, '-infinity') <= now()
       and coalesce(i.paused_until, '-infinity') <= now()
       and exists (
         select from deliveries d
          where d.tenant_id = i.tenant_id and d.integration_id = i.id and d.state = 'pending' and d.due_at <= now())
     order by (select count(*) from integrations o where o.tenant_id = i.tenant_id and o.lease_until > now()),
              i.lease_until nulls first, i.id
     limit 1
       for update skip locked),
  leased as (
    update integrations i
       set lease_until = now() + make_interval(secs => lease_seconds), fence = i.fence + 1
      from free
     where i.tenant_id = free.tenant_id and i.id = free.id
    returning i.tenant_id, i.id, i.fence)
  select l.tenant_id, l.id, due.id, l.fence
    from leased l
   cross join lateral (
     select d.id
       from deliveries d
      where d.tenant_id = l.tenant_id and d.integration_id = l.id and d.state = 'pending' and d.due_at <= now()
      order by d.due_at, d.id
      limit 1) due
$$;

-- Tenants whose log holds what ended more than so many days ago. Ids only.
create function find_old_deliveries(days int, most int)
returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct d.tenant_id
    from deliveries d
   where d.state <> 'pending' and d.ended_at < now() - make_interval(days => days)
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function claim_delivery, find_old_deliveries to plumbline_app;
