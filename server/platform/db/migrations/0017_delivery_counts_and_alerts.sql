-- Why: operators see how deliveries do without reading each tenant's log, and a rule tells Slack, Teams and webhooks as it
-- tells people: by the outbox, once for each window.
-- What failed before it came through stays in the log.
-- Lock: share row exclusive on alert_rules and integrations for a moment: the foreign keys of an empty table. Access exclusive
-- on deliveries for a moment: columns with constant defaults.

set local role plumbline_owner;

create table alert_rule_integrations (
  tenant_id uuid not null,
  rule_id uuid not null,
  integration_id uuid not null,
  primary key (tenant_id, rule_id, integration_id),
  foreign key (tenant_id, rule_id) references alert_rules (tenant_id, id) on delete cascade,
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
create index alert_rule_integrations_by_integration on alert_rule_integrations (tenant_id, integration_id);
call guard_tenant('alert_rule_integrations');
grant select, insert, update, delete on alert_rule_integrations to plumbline_app;

alter table deliveries
  add column is_under_way boolean not null default false, -- an attempt was begun, and has not ended
  add column failures jsonb not null default '[]'; -- attempts that failed, the last twenty: [{ at, code, reason }]

reset role;
grant select (integration_type) on integrations to plumbline_auth;
grant select (expires_at) on deliveries to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- What waits in the whole installation by type of target, and for how long: counts alone. A delivery ends a day after it
-- was queued, or replayed last. What waits for an integration that is disabled is nobody's trouble.
create function count_deliveries()
returns table (target text, waiting bigint, oldest_seconds double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.integration_type, count(*),
         extract(epoch from now() - (min(d.expires_at) - interval '24 hours'))::double precision
    from deliveries d
    join integrations i on i.tenant_id = d.tenant_id and i.id = d.integration_id
   where d.state = 'pending' and i.enabled
   group by i.integration_type
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function count_deliveries to plumbline_app;
