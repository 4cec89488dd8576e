-- Why: people are invited into a tenant by e-mail, with the roles they will have.
-- Lock: none, new tables.

set local role plumbline_owner;

create table invitations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text collate "C" not null, -- lower case
  -- A pending one whose time is over reads as expired; it is written so when another takes its place.
  state text collate "C" not null default 'pending'
    check (state in ('pending', 'accepted', 'expired', 'revoked')),
  token_hash bytea not null, -- sha256; the token itself is shown once
  inviter_id uuid,
  expires_at timestamptz not null,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, inviter_id) references memberships (tenant_id, user_id)
    on delete set null (inviter_id)
);
create unique index invitations_one_pending on invitations (tenant_id, email) where state = 'pending';
create index on invitations (token_hash); -- the look-up of a token, before its tenant is known
create index on invitations (tenant_id, inserted_at, id);
create index on invitations (tenant_id, inviter_id);
call guard_tenant('invitations');
grant select, insert, update, delete on invitations to plumbline_app;

create table invitation_roles (
  tenant_id uuid not null,
  invitation_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, invitation_id, role_id),
  foreign key (tenant_id, invitation_id) references invitations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index on invitation_roles (tenant_id, role_id);
call guard_tenant('invitation_roles');
grant select, insert, update, delete on invitation_roles to plumbline_app;
