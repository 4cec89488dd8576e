-- Why: whoever deleted a provider follows the deletion to its end, also when his role saw that provider
-- only. A provider whose deletion was given up is found and deleted again.
-- Lock: access exclusive on tasks for a moment; share on providers while an index of hidden ones is made.

set local role plumbline_owner;

alter table tasks add column user_id uuid; -- who queued it; nobody for what the product queues itself
create index on providers (deleted_at) where deleted_at is not null;

reset role;
grant select (tenant_id, id, deleted_at) on providers to plumbline_auth;
grant select (provider_id, completed_at) on tasks to plumbline_auth;
grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Hidden providers that no deletion is about: none is queued, and the last one failed a while ago.
create function find_left_providers(most int)
returns table (tenant_id uuid, provider_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.tenant_id, p.id
    from providers p
   where p.deleted_at is not null
     and not exists (
       select from tasks t
        where t.tenant_id = p.tenant_id and t.provider_id = p.id and t.name = 'provider-deletion'
          and (t.state in ('available', 'scheduled', 'executing')
               or t.completed_at > now() - interval '10 minutes'))
   order by p.deleted_at
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_left_providers to plumbline_app;
