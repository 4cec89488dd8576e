-- Why: members sign in with their tenant's own identity provider, and whoever wants more than a password has a second
-- factor. A domain leads to one tenant, so it is kept beside the tenants; the sign-ins under way are the tenant's. A second
-- factor is the user's, whichever tenant he signs in to.
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
  -- What is believed of the provider, read once when its metadata are written: entityId, addresses and certificates.
  identity_provider jsonb not null,
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
create index saml_sign_ins_by_ticket on saml_sign_ins (ticket_hash); -- before the ticket's tenant is known
create index saml_sign_ins_by_expiry on saml_sign_ins (tenant_id, expires_at);
call guard_tenant('saml_sign_ins');
grant select, insert, update, delete on saml_sign_ins to plumbline_app;

-- To whom the word of a tenant's provider leads: by the address that it asserts, whatever address the user has since
-- given himself.
create table saml_users (
  tenant_id uuid not null,
  email text collate "C" not null,
  user_id uuid not null,
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, email),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index saml_users_by_user on saml_users (tenant_id, user_id);
call guard_tenant('saml_users');
grant select, insert, update on saml_users to plumbline_app;

-- Requests of the provider to sign somebody out, each of which is taken once.
create table saml_sign_outs (
  tenant_id uuid not null references tenants on delete cascade,
  request_id text collate "C" not null, -- as the provider chose it
  inserted_at timestamptz not null default now(),
  primary key (tenant_id, request_id)
);
create index saml_sign_outs_by_time on saml_sign_outs (tenant_id, inserted_at);
call guard_tenant('saml_sign_outs');
grant select, insert, delete on saml_sign_outs to plumbline_app;

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  sealed bytea not null, -- the secret of the authenticator app, sealed with the key-encryption key
  confirmed_at timestamptz, -- from then on it is asked for
  last_step bigint not null default 0, -- of the code that was accepted last; none is accepted twice
  failures int not null default 0, -- since the last code that was right
  locked_until timestamptz,
  inserted_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  hash bytea not null, -- sha256 of 80 random bits
  primary key (user_id, hash)
);

reset role;
grant select, insert, delete on saml_domains to plumbline_auth;
grant select (tenant_id, id, ticket_hash) on saml_sign_ins to plumbline_auth;
grant select, insert, update, delete on second_factors, recovery_codes to plumbline_auth;

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

create function find_second_factor(of_user uuid)
returns table (
  id uuid, sealed bytea, confirmed_at timestamptz, last_step bigint, inserted_at timestamptz,
  recovery_codes_left int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.id, f.sealed, f.confirmed_at, f.last_step, f.inserted_at,
         (select count(*)::int from recovery_codes r where r.user_id = f.user_id)
    from second_factors f
   where f.user_id = of_user
$$;

-- In place of one that was never confirmed; false when there is a confirmed one.
create function enrol_second_factor(new_id uuid, of_user uuid, new_sealed bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into second_factors as f (user_id, id, sealed)
  values (of_user, new_id, new_sealed)
      on conflict (user_id) do update
         set id = new_id, sealed = new_sealed, last_step = 0, inserted_at = now()
       where f.confirmed_at is null;
  return found;
end
$$;

-- Counts a try before its code is looked at, so that tries at the same time are bounded too. From the fifth
-- wrong one on each shuts the door for twice as long, a day at most. Gives the seconds to wait, 0 for a
-- try that may go on; null when there is no second factor.
create function count_second_factor_attempt(of_user uuid)
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare found_until timestamptz;
begin
  update second_factors
     set failures = failures + 1,
         locked_until = case when failures >= 4
           then now() + least(interval '1 day', interval '1 minute' * 2 ^ least(failures - 4, 20)) end
   where user_id = of_user and (locked_until is null or locked_until <= now());
  if found then
    return 0;
  end if;
  select f.locked_until into found_until from second_factors f where f.user_id = of_user;
  if found_until is null then
    return null;
  end if;
  return greatest(1, ceil(extract(epoch from found_until - now())))::int;
end
$$;

-- One step of the clock is accepted once.
create function accept_second_factor(of_user uuid, step bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update second_factors
     set last_step = step, failures = 0, locked_until = null
   where user_id = of_user and last_step < step;
  return found;
end
$$;

create function confirm_second_factor(of_user uuid, code_hashes bytea[])
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update second_factors set confirmed_at = coalesce(confirmed_at, now()) where user_id = of_user;
  delete from recovery_codes where user_id = of_user;
  insert into recovery_codes (user_id, hash) select of_user, unnest(code_hashes);
$$;

create function use_recovery_code(of_user uuid, code_hash bytea)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from recovery_codes where user_id = of_user and hash = code_hash;
  if not found then
    return false;
  end if;
  update second_factors set failures = 0, locked_until = null where user_id = of_user;
  return true;
end
$$;

create function delete_second_factor(of_user uuid)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from second_factors where user_id = of_user
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function
  find_saml_domain, claim_saml_domain, release_saml_domain, find_saml_ticket, find_second_factor,
  enrol_second_factor, count_second_factor_attempt, accept_second_factor, confirm_second_factor,
  use_recovery_code, delete_second_factor
to plumbline_app;
