-- Why: the roles that everything else is owned by and served as. Names are cluster-wide, so another
-- database of the same cluster may have made them already.
-- Lock: none on data.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('plumbline_owner', 'nologin nosuperuser nobypassrls'), -- owns every table; nobody logs in as it
      ('plumbline_app', 'nologin nosuperuser nobypassrls'), -- serves requests and tasks
      ('plumbline_auth', 'nologin nosuperuser bypassrls'), -- owns the functions that run before a tenant is known
      ('plumbline_search', 'nologin nosuperuser bypassrls'), -- owns the search functions, which return ids only
      ('plumbline_ro', 'nologin nosuperuser nobypassrls') -- reads, for people, under row-level security
    ) as roles(name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of the cluster is being migrated at this moment
    end;
  end loop;
end
$$;

revoke create on schema public from public;
revoke usage on schema public from public;
grant usage, create on schema public to plumbline_owner;
grant usage on schema public to plumbline_app, plumbline_auth, plumbline_search, plumbline_ro;
alter default privileges for role plumbline_owner revoke execute on functions from public;
alter default privileges for role plumbline_auth revoke execute on functions from public;
alter default privileges for role plumbline_search revoke execute on functions from public;

-- What is applied is no secret: a server looks here before it serves.
grant select on migrations to plumbline_app;

set local role plumbline_owner;

-- Every tenant table gets exactly this policy. The comparison is leakproof, so it becomes an index
-- condition; after a transaction the setting is '', not null, hence nullif.
create procedure guard_tenant(guarded regclass)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format(
    'create policy tenant on %s
       using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
       with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))',
    guarded);
  execute format('grant select on %s to plumbline_ro', guarded);
end
$$;
