-- Why: members sign in with their tenant's own identity provider. A domain leads to one tenant, so it
-- is kept beside the tenants; the sign-ins under way are the tenant's.
-- Lock: none, new tables.

set local role plumbline_owner;

create table saml_domains (
  email_domain text collate "C" primary key, -- lower case
  tenant_id uuid not null unique references tenants on delete cascade
);

create table saml_configurations (
  tenant_id uuid primary key references tenants on delete cascade, -- one a tenant
  id uuid not null,
  email_domain text collate "C" not null,
  metadata_xml text not null,
  by_owner boolean not null, -- who wrote it last: only an owner's provider speaks for owners
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
call guard_tenant('saml_configurations');
grant select, insert, update, delete on saml_configurations to plumbline_app;

-- One row a sign-in: asked, then answered by an assertion, then finished, then exchanged for tokens.
create table saml_sign_ins (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null, -- in the request's ID, and so in InResponseTo
  browser_hash bytea not null, -- sha256 of a cookie: whoever began is who finishes
  callback_path text not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  assertion_id text collate "C", -- each assertion opens once
  asserted jsonb,
  finish_hash bytea,
  user_id uuid,
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, assertion_id)
);
create index on saml_sign_ins (ticket_hash); -- the look-up of a ticket, before its tenant is known
create index on saml_sign_ins (tenant_id, expires_at);
call guard_tenant('saml_sign_ins');
grant select, insert, update, delete on saml_sign_ins to plumbline_app;

grant select, insert, delete on saml_domains to plumbline_auth;
grant select (tenant_id, id, ticket_hash) on saml_sign_ins to plumbline_auth;
reset role;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create function find_saml_domain(wanted text)
returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id from saml_domains d where d.email_domain = wanted
$$;

-- Gives the domain to the transaction's tenant in place of the one it had; false when another has it.
create function claim_saml_domain(wanted text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare own constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  delete from saml_domains where tenant_id = own;
  insert into saml_domains (email_domain, tenant_id) values (wanted, own) on conflict do nothing;
  return found;
end
$$;

create function release_saml_domain()
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from saml_domains
   where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

create function find_saml_ticket(wanted bytea)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.id from saml_sign_ins s where s.ticket_hash = wanted
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_saml_domain, claim_saml_domain, release_saml_domain, find_saml_ticket
to plumbline_app;
