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

-- Element n of the last four arrays is one listener; the first of them says which of the tenants is his.
-- A token has a session epoch and no key, a key no epoch. The version changes with whatever may change
-- what the listener sees: the membership, the flags of the roles, the providers they reach, and the
-- providers that are there. Every part is read by index for one listener, or for one tenant: the planner
-- does not know how long the arrays are, and a join of them was quadratic.
create function listener_rights(
  of_tenants uuid[], in_tenants int[], of_users uuid[], of_keys uuid[], of_epochs int[])
returns table (n int, version text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with present as materialized (
    select array(
      select md5(string_agg(p.id::text, ';' order by p.id)) as ids
        from unnest(of_tenants) with ordinality t(id, place)
        left join lateral (
          select p.id from providers p where p.tenant_id = t.id and p.deleted_at is null) p on true
       group by t.place
       order by t.place) as ids
  )
  select l.n::int,
         md5(concat_ws('|', m.role, granted.flags, reached.ids, (select ids from present)[l.in_tenant]))
    from unnest(in_tenants, of_users, of_keys, of_epochs)
         with ordinality l(in_tenant, user_id, key_id, epoch, n)
    join users u on u.id = l.user_id and u.is_active
    join memberships m on m.tenant_id = of_tenants[l.in_tenant] and m.user_id = l.user_id
   cross join lateral (
     select coalesce(string_agg(
              (r.id, r.manage_users, r.manage_account, r.manage_billing, r.manage_providers,
               r.manage_integrations, r.manage_scans, r.manage_ingestions, r.manage_alerts,
               r.unlimited_visibility)::text, ';' order by r.id), '') as flags,
            coalesce(bool_or(r.unlimited_visibility), false) as sees_all
       from user_roles ur
       join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id) granted
   cross join lateral (
     select coalesce(string_agg(gm.provider_id::text, ';' order by gm.provider_id), '') as ids
       from user_roles ur
       join role_provider_groups rg on rg.tenant_id = ur.tenant_id and rg.role_id = ur.role_id
       join provider_group_members gm
         on gm.tenant_id = rg.tenant_id and gm.provider_group_id = rg.provider_group_id
      where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id and not granted.sees_all) reached
   where case when l.key_id is null then u.session_epoch = l.epoch
         else exists (
           select from api_keys k
            where k.tenant_id = m.tenant_id and k.id = l.key_id and k.user_id = l.user_id
              and not k.revoked and k.expires_at > now()) end
$$;

reset role;
revoke create on schema public from plumbline_auth;

grant execute on function listener_rights to plumbline_app;
