-- Why: a mail is queued in the transaction that causes it, and sent when the mail server is there.
-- Lock: none, a new table.

set local role plumbline_owner;

create table mails (
  id uuid primary key,
  mailbox text collate "C" not null, -- whose mails are counted together
  sender_id uuid, -- the user who had it sent
  sealed bytea, -- address, subject and text; none once it was sent or given up
  attempts int not null default 0,
  due_at timestamptz not null default now(), -- while it is being sent, the end of the lease
  inserted_at timestamptz not null default now()
);
create index on mails (due_at) where sealed is not null;
create index on mails (mailbox, inserted_at);
create index on mails (sender_id, inserted_at);
create index on mails (inserted_at);

grant select, insert, update, delete on mails to plumbline_auth;
reset role;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

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
create function settle_mail(wanted uuid, again_seconds int)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update mails m
     set sealed = case when again_seconds is null then null else m.sealed end,
         due_at = now() + make_interval(secs => coalesce(again_seconds, 0))
   where m.id = wanted
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function queue_mail, claim_mail, settle_mail to plumbline_app;
