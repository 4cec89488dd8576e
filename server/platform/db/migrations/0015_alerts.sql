-- Why: who has to know is told without looking: a rule is a condition on findings, which is asked after scans and once a
-- day. Mails go to addresses whose owners have agreed, and end when they say so.
-- Lock: share row exclusive on tenants and memberships for a moment: the foreign keys of empty tables.

set local role plumbline_owner;

create table alert_rules (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  author uuid, -- who wrote its condition last: it sees what they may see. Null: they have left, and it rests
  name text collate "C" not null,
  description text not null,
  enabled boolean not null,
  trigger text collate "C" not null check (trigger in ('after_scan', 'daily', 'both')),
  condition jsonb not null,
  provider_ids uuid[] not null, -- that the condition names
  recipient_emails text[] collate "C" not null,
  next_daily_at timestamptz not null,
  daily_from timestamptz not null default now(), -- what the next daily message is about begins here
  last_fired_at timestamptz,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, author) references memberships (tenant_id, user_id) on delete set null (author)
);
create index alert_rules_by_time on alert_rules (tenant_id, inserted_at, id);
create index alert_rules_by_author on alert_rules (tenant_id, author);
create index alert_rules_daily on alert_rules (next_daily_at)
  where enabled and author is not null and trigger <> 'after_scan';
call guard_tenant('alert_rules');
grant select, insert, update, delete on alert_rules to plumbline_app;

create table alert_recipients (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text collate "C" not null, -- in lower case
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  confirmation_hash bytea, -- of the token that was mailed last; none once it was used
  confirmation_until timestamptz,
  confirmation_sent_at timestamptz,
  unsubscribe_token text collate "C" not null, -- in every mail; it ends mails and opens nothing
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, email)
);
create index alert_recipients_by_time on alert_recipients (tenant_id, inserted_at, id);
create index alert_recipients_by_confirmation on alert_recipients (confirmation_hash);
create index alert_recipients_by_unsubscription on alert_recipients (unsubscribe_token);
call guard_tenant('alert_recipients');
grant select, insert, update, delete on alert_recipients to plumbline_app;

-- What a rule had to say, once for each window. It names findings; what they are is read when it is sent.
create table alert_messages (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  window_key text collate "C" not null, -- 'scan/<id>' or 'day/2026-11-23'
  digest jsonb not null,
  unsent text[] collate "C" not null, -- addresses whose mail is not queued yet
  sent int not null default 0,
  dropped int not null default 0, -- addresses that took no mail within a day
  due_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, rule_id, window_key),
  foreign key (tenant_id, rule_id) references alert_rules (tenant_id, id) on delete cascade
);
create index alert_messages_by_time on alert_messages (tenant_id, rule_id, inserted_at);
create index alert_messages_unsent on alert_messages (due_at) where unsent <> '{}';
call guard_tenant('alert_messages');
grant select, insert, update, delete on alert_messages to plumbline_app;

reset role;
grant select (tenant_id, id, enabled, author, trigger, next_daily_at) on alert_rules to plumbline_auth;
grant select (tenant_id, id, confirmation_hash, confirmation_until, unsubscribe_token) on alert_recipients to plumbline_auth;
grant select (tenant_id, id, unsent, due_at) on alert_messages to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_alert_recipient(wanted_hash bytea, wanted_token text)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.tenant_id, r.id
    from alert_recipients r
   where r.confirmation_hash = wanted_hash and r.confirmation_until > now()
   union all
  select r.tenant_id, r.id
    from alert_recipients r
   where r.unsubscribe_token = wanted_token
$$;

-- The rules of one tenant have their turns after the first of each.
create function find_due_alert_rules(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.id
    from (select r.tenant_id, r.id, r.next_daily_at,
                 row_number() over (partition by r.tenant_id order by r.next_daily_at) as turn
            from alert_rules r
           where r.enabled and r.author is not null and r.trigger <> 'after_scan' and r.next_daily_at <= now()) d
   order by d.turn, d.next_daily_at
   limit most
$$;

create function find_unsent_alerts(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.id
    from (select m.tenant_id, m.id, m.due_at,
                 row_number() over (partition by m.tenant_id order by m.due_at) as turn
            from alert_messages m
           where m.unsent <> '{}' and m.due_at <= now()) d
   order by d.turn, d.due_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_alert_recipient, find_due_alert_rules, find_unsent_alerts to plumbline_app;
