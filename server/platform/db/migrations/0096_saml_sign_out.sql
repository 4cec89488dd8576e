-- Why: an identity provider that signs somebody out names them as it did when it signed them in, so a session
-- knows by which names it was begun. A request to sign out is taken once. What is believed of a provider now has
-- the address that takes our answer, so it is read from its metadata anew.
-- Lock: access exclusive on refresh_families for a moment: columns without defaults, no rewrite.

alter table refresh_families
  add column saml_issuer text collate "C",
  add column saml_name_id text collate "C",
  add column saml_session_index text collate "C";
create index on refresh_families (tenant_id, saml_name_id) where saml_name_id is not null;

update saml_configurations set identity_provider = null;

set local role plumbline_owner;

create table saml_sign_outs (
  tenant_id uuid not null references tenants on delete cascade,
  request_id text collate "C" not null, -- as the provider chose it
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, request_id)
);
create index on saml_sign_outs (tenant_id, inserted_at);
call guard_tenant('saml_sign_outs');
grant select, insert, delete on saml_sign_outs to plumbline_app;
reset role;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function start_refresh_family(uuid, uuid, uuid, bytea, timestamptz, timestamptz, text);
create function start_refresh_family(
  new_id uuid, for_user uuid, for_tenant uuid, first_hash bytea, until timestamptz,
  signed_in_at timestamptz default to_timestamp(0), signed_in_by text default 'saml',
  issuer text default null, name_id text default null, session_index text default null)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from refresh_families where user_id = for_user and expires_at < now();
  insert into refresh_families (
    id, user_id, tenant_id, current_hash, expires_at, auth_time, auth_method,
    saml_issuer, saml_name_id, saml_session_index)
  values (
    new_id, for_user, for_tenant, first_hash, until, signed_in_at, signed_in_by,
    issuer, name_id, session_index);
$$;

-- Ends the sessions that an identity provider of the transaction's tenant began under a name; without indexes
-- all of them. Gives their users.
create function end_saml_sessions(of_issuer text, of_name text, of_indexes text[])
returns setof uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update refresh_families f
     set revoked = true
   where f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     and f.saml_issuer = of_issuer and f.saml_name_id = of_name and not f.revoked
     and (of_indexes is null or f.saml_session_index = any(of_indexes))
  returning f.user_id
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function start_refresh_family, end_saml_sessions to plumbline_app;
