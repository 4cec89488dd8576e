-- Why: whoever could write to the database could rewrite the whole audit chain, hashes and all. New events carry
-- an HMAC instead, under a key that is never in the database; key_id names the key, and is null for the events of
-- before. The heads of all chains can be read, so that they are kept outside the database too.
-- Lock: access exclusive on audit_events and audit_heads, for as long as adding a column without a default takes.
-- A server of before this migration goes on appending events without a key, which verification names: stop it first.

set local role plumbline_owner;

alter table audit_events add column key_id uuid;
alter table audit_heads add column key_id uuid; -- of the newest event
comment on column audit_events.hash is 'HMAC-SHA256 over the hash before it and the row; SHA-256 where key_id is null';

grant select (tenant_id, sequence, inserted_at) on audit_events to plumbline_auth;
grant select (tenant_id, sequence, hash, key_id) on audit_heads to plumbline_auth;
reset role;

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

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_audit_heads to plumbline_app;
