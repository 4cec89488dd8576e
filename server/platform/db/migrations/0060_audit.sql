-- Why: who changed what is kept, in the transaction of the change, in a chain that shows when it was tampered with.
-- Lock: none, new tables.

set local role plumbline_owner;

-- The end of each tenant's chain. Its row is locked by whoever appends: the chain has one order.
create table audit_heads (
  tenant_id uuid primary key references tenants on delete cascade,
  sequence bigint not null,
  hash bytea not null
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
  hash bytea not null, -- sha256 over the hash before it and all of the above
  primary key (tenant_id, id)
);
create unique index audit_events_chain on audit_events (tenant_id, sequence);
create index on audit_events (tenant_id, inserted_at, id);
create index on audit_events (tenant_id, resource_id);
call guard_tenant('audit_events');
grant select, insert on audit_events to plumbline_app;
