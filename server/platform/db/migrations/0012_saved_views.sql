-- Why: people come back to the same lists. A view is an address of the app under a name: a screen and its filters, kept by
-- one member, and shown to the others where he shares it.
-- Lock: share row exclusive on memberships for a moment: the foreign key of an empty table.

set local role plumbline_owner;

create table saved_views (
  tenant_id uuid not null,
  id uuid not null,
  owner uuid not null, -- views go with the membership
  name text collate "C" not null,
  screen text collate "C" not null, -- '/findings'
  query text not null, -- as in an address, behind the question mark
  is_shared boolean not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, owner, screen, name),
  foreign key (tenant_id, owner) references memberships (tenant_id, user_id) on delete cascade
);
create index saved_views_by_name on saved_views (tenant_id, name, id);
call guard_tenant('saved_views');
grant select, insert, update, delete on saved_views to plumbline_app;
