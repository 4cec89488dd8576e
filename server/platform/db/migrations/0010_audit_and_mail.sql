-- Why: who changed what is kept in the transaction of the change, in a chain that shows when it was tampered with. Mails
-- are queued in the transaction that causes them. A POST that a client sends again has the answer of the first.
-- Lock: none, new tables.

set local role plumbline_owner;

-- The end of each tenant's chain. Its row is locked by whoever appends: the chain has one order.
create table audit_heads (
  tenant_id uuid primary key references tenants on delete cascade,
  sequence bigint not null,
  hash bytea not null,
  key_id uuid -- of the newest event
);
call guard_tenant('audit_heads');
grant select, insert, update on audit_heads to plumbline_app;

-- Rows are added and never changed; they go with their tenant.
create table audit_events (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  sequence bigint not null,
  inserted_at timestamptz not null,
  actor_id uuid, -- no foreign key: it outlives its user
  credential_id text collate "C",
  action text collate "C" not null, -- the operation, as the API's description names it
  resource_type text collate "C" not null,
  resource_id uuid,
  before jsonb,
  after jsonb,
  request_id text collate "C",
  key_id uuid, -- of the key of the hash, which is never in the database: whoever writes here cannot rewrite the chain
  hash bytea not null, -- HMAC-SHA256 over the hash before it and the row; SHA-256 where key_id is null
  primary key (tenant_id, id)
);
create unique index audit_events_chain on audit_events (tenant_id, sequence);
create index audit_events_by_time on audit_events (tenant_id, inserted_at, id);
create index audit_events_by_resource on audit_events (tenant_id, resource_id);
call guard_tenant('audit_events');
grant select, insert on audit_events to plumbline_app;

create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  route text collate "C" not null, -- method and pattern: POST /scans
  key text collate "C" not null,
  id uuid not null,
  request bytea not null, -- sha256 of what was asked: another request with the same key is a mistake
  inserted_at timestamptz not null default now(),
  answer bytea, -- sealed; empty while the request is worked on outside this row's transaction
  primary key (tenant_id, user_id, route, key),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index idempotency_keys_by_time on idempotency_keys (tenant_id, inserted_at);
call guard_tenant('idempotency_keys');
grant select, insert, update, delete on idempotency_keys to plumbline_app;

create table mails (
  id uuid primary key,
  mailbox text collate "C" not null, -- whose mails are counted together
  sender_id uuid, -- the user who had it sent
  sealed bytea, -- address, subject and text; none once it was sent or given up
  attempts int not null default 0,
  due_at timestamptz not null default now(), -- while it is being sent, the end of the lease
  inserted_at timestamptz not null default now()
);
create index mails_due on mails (due_at) where sealed is not null;
create index mails_by_mailbox on mails (mailbox, inserted_at);
create index mails_by_sender on mails (sender_id, inserted_at);
create index mails_by_time on mails (inserted_at);

reset role;
grant select (tenant_id, sequence, inserted_at) on audit_events to plumbline_auth;
grant select (tenant_id, sequence, hash, key_id) on audit_heads to plumbline_auth;
grant select, insert, update, delete on mails to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- The newest event of each tenant's chain.
create function find_audit_heads()
returns table (tenant_id uuid, sequence bigint, hash bytea, key_id uuid, inserted_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.tenant_id, h.sequence, h.hash, h.key_id, e.inserted_at
    from audit_heads h
    left join audit_events e on e.tenant_id = h.tenant_id and e.sequence = h.sequence
   order by h.tenant_id
$$;

-- False when the mailbox or the sender had `most` within the hour, or when another transaction writes to
-- the same mailbox: to wait for it could be to wait for each other.
create function queue_mail(new_id uuid, to_mailbox text, by_user uuid, new_sealed bytea, most int)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(to_mailbox, 73)) then
    return false;
  end if;
  if (select count(*) from mails m
       where m.mailbox = to_mailbox and m.inserted_at > now() - interval '1 hour') >= most
     or (select count(*) from mails m
          where m.sender_id = by_user and m.inserted_at > now() - interval '1 hour') >= most then
    return false;
  end if;
  insert into mails (id, mailbox, sender_id, sealed) values (new_id, to_mailbox, by_user, new_sealed);
  return true;
end
$$;

-- One mail that is due, for whoever asks first; nobody else gets it until the lease ends. Links are good for
-- a day, and so is what carries them.
create function claim_mail(lease_seconds int)
returns table (id uuid, sealed bytea, attempts int)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from mails m
   where m.inserted_at < now() - interval '24 hours'
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
  returning m.id, m.sealed, m.attempts
$$;

-- Sent or given up; or to be tried again after so many seconds.
create function finish_mail(wanted uuid, again_seconds int)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update mails m
     set sealed = case when again_seconds is null then null else m.sealed end,
         due_at = now() + make_interval(secs => coalesce(again_seconds, 0))
   where m.id = wanted
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_audit_heads, queue_mail, claim_mail, finish_mail to plumbline_app;
