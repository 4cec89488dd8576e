-- Why: open event streams are asked again whether their listeners still may, all of a process in one
-- statement. Listeners are of many tenants, so the statement runs as plumbline_auth; of what it reads
-- only a hash leaves it, and no row where the credential or the membership has ended.
-- Lock: none on data.

grant select (
  tenant_id, id, manage_users, manage_account, manage_billing, manage_providers, manage_integrations,
  manage_scans, manage_ingestions, manage_alerts, unlimited_visibility) on roles to plumbline_auth;
grant select (tenant_id, role_id, provider_group_id) on role_provider_groups to plumbline_auth;
grant select (tenant_id, provider_group_id, provider_id) on provider_group_members to plumbline_auth;
grant select (tenant_id, id, deleted_at) on providers to plumbline_auth;
grant create on schema public to plumbline_auth;

set local role plumbline_auth;

-- Element n of each array is one listener. A token has a session epoch and no key, a key no epoch.
-- The version changes with whatever may change what the listener sees: the membership, the flags of
-- the roles, the providers they reach, and the providers that are there.
create function listener_rights(
  of_tenants uuid[], of_users uuid[], of_keys uuid[], of_epochs int[])
returns table (n int, version text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with listeners as (
    select l.n::int as n, l.tenant_id, l.user_id, m.role
      from unnest(of_tenants, of_users, of_keys, of_epochs)
           with ordinality l(tenant_id, user_id, key_id, epoch, n)
      join users u on u.id = l.user_id and u.is_active
      join memberships m on m.tenant_id = l.tenant_id and m.user_id = l.user_id
     where case when l.key_id is null then u.session_epoch = l.epoch
           else exists (
             select from api_keys k
              where k.tenant_id = l.tenant_id and k.id = l.key_id and k.user_id = l.user_id
                and not k.revoked and k.expires_at > now()) end
  ),
  members as (select distinct tenant_id, user_id from listeners),
  granted as (
    select v.tenant_id, v.user_id,
           string_agg((r.id, r.manage_users, r.manage_account, r.manage_billing, r.manage_providers,
                       r.manage_integrations, r.manage_scans, r.manage_ingestions, r.manage_alerts,
                       r.unlimited_visibility)::text, ';' order by r.id) as flags
      from members v
      join user_roles ur on ur.tenant_id = v.tenant_id and ur.user_id = v.user_id
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
     group by v.tenant_id, v.user_id
  ),
  reached as (
    select v.tenant_id, v.user_id, string_agg(gm.provider_id::text, ';' order by gm.provider_id) as ids
      from members v
      join user_roles ur on ur.tenant_id = v.tenant_id and ur.user_id = v.user_id
      join role_provider_groups rg on rg.tenant_id = ur.tenant_id and rg.role_id = ur.role_id
      join provider_group_members gm
        on gm.tenant_id = rg.tenant_id and gm.provider_group_id = rg.provider_group_id
     group by v.tenant_id, v.user_id
  ),
  present as (
    select p.tenant_id, string_agg(p.id::text, ';' order by p.id) as ids
      from providers p
     where p.tenant_id in (select tenant_id from members) and p.deleted_at is null
     group by p.tenant_id
  )
  select l.n, md5(concat_ws('|', l.role, coalesce(g.flags, ''), coalesce(r.ids, ''), coalesce(p.ids, '')))
    from listeners l
    left join granted g on g.tenant_id = l.tenant_id and g.user_id = l.user_id
    left join reached r on r.tenant_id = l.tenant_id and r.user_id = l.user_id
    left join present p on p.tenant_id = l.tenant_id
$$;

reset role;
revoke create on schema public from plumbline_auth;

grant execute on function listener_rights to plumbline_app;
