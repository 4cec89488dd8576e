-- Why: a POST that a client sends again, because it did not hear the answer, has the answer of the first.
-- Lock: none, a new table.

set local role plumbline_owner;

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
create index on idempotency_keys (tenant_id, inserted_at);
call guard_tenant('idempotency_keys');
grant select, insert, update, delete on idempotency_keys to plumbline_app;
