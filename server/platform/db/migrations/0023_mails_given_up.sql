-- Why: a mail that is given up is noted where it was caused, an address that has to wait is asked when its time has come,
-- and a process shares its deliveries among the tenants.
-- Lock: access exclusive on alert_rules and alert_recipients for a moment: columns without defaults.

set local role plumbline_owner;

alter table alert_rules
  add column undelivered_at timestamptz, -- a mail of it was given up
  add column undelivered_reason text collate "C"; -- why the last one was

alter table alert_recipients
  add column asked_by uuid, -- who wants it asked; no foreign key: whether they still may is read then
  add column ask_at timestamptz; -- null: nobody waits to have it asked

reset role;
grant select (ask_at) on alert_recipients to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Addresses that are to be asked whether they want alerts, those of one tenant after the first of each. Ids only.
create function find_recipients_to_ask(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.id
    from (select r.tenant_id, r.id, r.ask_at,
                 row_number() over (partition by r.tenant_id order by r.ask_at) as turn
            from alert_recipients r
           where r.ask_at <= now()) d
   order by d.turn, d.ask_at
   limit most
$$;

-- One mail that is due, for whoever asks first; nobody else gets it until the lease ends. One that waited for a day is
-- over: whoever claims it notes that it was given up. What nobody noted goes after a week.
drop function claim_mail(int);
create function claim_mail(lease_seconds int)
returns table (id uuid, sealed bytea, attempts int, is_over boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from mails m
   where m.inserted_at < now() - interval '7 days'
      or (m.sealed is null and m.inserted_at < now() - interval '1 hour');
  with due as materialized (
    select m.id
      from mails m
     where m.sealed is not null and m.due_at <= now()
     order by m.due_at
     limit 1
       for update skip locked)
  update mails m
     set attempts = m.attempts + 1, due_at = now() + make_interval(secs => lease_seconds)
    from due
   where m.id = due.id
  returning m.id, m.sealed, m.attempts, m.inserted_at < now() - interval '24 hours'
$$;

-- As before, but for tenants that have their share of the process already. Workers of the former release name none.
drop function claim_delivery(int);
create function claim_delivery(lease_seconds int, without uuid[] default '{}')
returns table (tenant_id uuid, integration_id uuid, id uuid, fence bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with free as materialized (
    select i.tenant_id, i.id
      from integrations i
     where i.enabled and i.tenant_id <> all(without)
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

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function claim_mail, find_recipients_to_ask, claim_delivery to plumbline_app;
