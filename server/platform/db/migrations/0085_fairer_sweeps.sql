-- Why: what one tenant has of ended rules and attestations, of deleted providers and of abandoned tenants whose
-- deletion runs or has failed filled the sweep for them, and others' stood behind it. Now no tenant gets a second
-- row before each has got a first, and a tenant that is being deleted none.
-- Lock: none; functions.

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

create or replace function find_ended_attestations(most int)
returns table (tenant_id uuid, provider_id uuid, ukey uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.tenant_id, e.provider_id, e.ukey
    from (select f.tenant_id, f.provider_id, f.ukey, f.status_until,
                 row_number() over (partition by f.tenant_id order by f.status_until) as turn
            from findings f
           where f.status_until <= now()) e
   order by e.turn, e.status_until
   limit most
$$;

create or replace function find_ended_mute_rules(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.tenant_id, e.id
    from (select r.tenant_id, r.id, r.expires_at,
                 row_number() over (partition by r.tenant_id order by r.expires_at) as turn
            from mute_rules r
           where r.enabled and r.expires_at <= now()) e
   order by e.turn, e.expires_at
   limit most
$$;

create or replace function find_left_providers(most int)
returns table (tenant_id uuid, provider_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.tenant_id, l.id
    from (select p.tenant_id, p.id, p.deleted_at,
                 row_number() over (partition by p.tenant_id order by p.deleted_at) as turn
            from providers p
           where p.deleted_at is not null
             and not exists (
               select from tasks t
                where t.tenant_id = p.tenant_id and t.provider_id = p.id and t.name = 'provider-deletion'
                  and (t.state in ('available', 'scheduled', 'executing')
                       or t.completed_at > now() - interval '10 minutes'))) l
   order by l.turn, l.deleted_at
   limit most
$$;

create or replace function find_abandoned_tenants(most int)
returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id
    from tenants t
   where t.abandoned_at is not null
     and not exists (
       select from tasks d
        where d.tenant_id = t.id and d.name = 'tenant-deletion'
          and (d.state in ('available', 'executing') or d.inserted_at > now() - interval '1 hour'))
   order by t.abandoned_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
