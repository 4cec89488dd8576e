-- Why: a domain leads to a tenant's identity provider only once the tenant has proven that it owns the domain. A domain
-- that led somewhere before has no proof; it goes on for members of its tenant.
-- Lock: access exclusive on saml_domains for a moment: a column without a default.

set local role plumbline_owner;

alter table saml_domains
  add column verified_at timestamptz; -- null: led somewhere before proofs were required, and leads members of the tenant only

reset role;
grant update on saml_domains to plumbline_auth;
grant select (tenant_id, email_domain) on saml_configurations to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

drop function find_saml_domain(text);
create function find_saml_domain(wanted text)
returns table (tenant_id uuid, verified boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.verified_at is not null from saml_domains d where d.email_domain = wanted
$$;

create function own_saml_domain()
returns table (email_domain text, verified_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.email_domain, d.verified_at
    from saml_domains d
   where d.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;

-- The transaction's tenant names the domain and gives up the one that it had. It leads nowhere before it is proven.
-- False when another tenant has proven it.
create or replace function claim_saml_domain(wanted text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare own constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  delete from saml_domains where tenant_id = own and email_domain <> wanted;
  return not exists (
    select from saml_domains d
     where d.email_domain = wanted and d.tenant_id <> own and d.verified_at is not null);
end
$$;

-- Gives the domain to the transaction's tenant, which has proven it; false when another one has proven it before.
create function verify_saml_domain(wanted text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare own constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  delete from saml_domains where tenant_id = own and email_domain <> wanted;
  insert into saml_domains as d (email_domain, tenant_id, verified_at)
  values (wanted, own, now())
      on conflict (email_domain) do update
         set tenant_id = own, verified_at = coalesce(d.verified_at, excluded.verified_at)
       where d.tenant_id = own or d.verified_at is null;
  return found;
end
$$;

-- Tenants that name a domain, for the operator.
create function saml_domain_claims(wanted text)
returns table (tenant_id uuid, name text, leads boolean, verified_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.name, d.tenant_id is not null, d.verified_at
    from saml_configurations c
    join tenants t on t.id = c.tenant_id
    left join saml_domains d on d.email_domain = c.email_domain and d.tenant_id = c.tenant_id
   where c.email_domain = wanted
   order by t.id
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_saml_domain, own_saml_domain, claim_saml_domain, verify_saml_domain, saml_domain_claims
to plumbline_app;
