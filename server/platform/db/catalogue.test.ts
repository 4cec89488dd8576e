import { deepEqual, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import * as lists from '../../features/index.ts'
import { type Fault, faults, type Rule } from './catalogue.ts'

const { administer, close } = await freshDatabase()
after(close)

test('the database breaks no rule of tenancy', async () => {
  deepEqual(await faults(administer, lists), [])
})

/** Plants something, asks for the faults, and takes it back. */
async function planted(script: string): Promise<Fault[]> {
  await administer('begin')
  try {
    await administer(script)
    return await faults(administer, lists)
  } finally {
    await administer('rollback')
  }
}

const policy = `tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)`

/** What is planted, and the fault that must be found: by which rule, in what, and in which words. */
const plants: readonly (readonly [string, string, Rule, string, RegExp])[] = [
  [
    'a table that no module owns',
    'create table notes (id int)',
    'every table has a class',
    'notes',
    /owned by no module/,
  ],
  [
    'a table in a schema of its own',
    'create schema side; create table side.users (id int)',
    'every table has a class',
    'side.users',
    /owned by no module/,
  ],
  [
    'a table that a module owns and no migration created',
    'drop table severity_days',
    'every table has a class',
    'severity_days',
    /not in the database/,
  ],
  [
    'a table with tenant_id and nothing else',
    'create table notes (tenant_id uuid not null)',
    'a tenant table is guarded',
    'notes',
    /turned off/,
  ],
  [
    'row-level security turned off',
    'alter table scans disable row level security',
    'a tenant table is guarded',
    'scans',
    /turned off/,
  ],
  [
    'row-level security that its owner escapes',
    'alter table scans no force row level security',
    'a tenant table is guarded',
    'scans',
    /does not force/,
  ],
  [
    'a table without a policy',
    'drop policy tenant on scans',
    'a tenant table is guarded',
    'scans',
    /not one policy/,
  ],
  [
    'a second policy, which would be joined with "or"',
    'create policy also on scans using (true)',
    'a tenant table is guarded',
    'scans',
    /not one policy/,
  ],
  [
    'a policy for one role only',
    `drop policy tenant on scans; create policy tenant on scans to plumbline_ro using (${policy}) with check (${policy})`,
    'a tenant table is guarded',
    'scans',
    /not for all roles/,
  ],
  [
    'a policy for reading only',
    `drop policy tenant on scans; create policy tenant on scans for select using (${policy})`,
    'a tenant table is guarded',
    'scans',
    /not for all roles and commands/,
  ],
  [
    'a policy that lets rows in for other tenants',
    'alter policy tenant on scans with check (true)',
    'a tenant table is guarded',
    'scans',
    /another text/,
  ],
  [
    'a policy with an "or"',
    `alter policy tenant on scans using (${policy} or name = 'shared')`,
    'a tenant table is guarded',
    'scans',
    /another text/,
  ],
  [
    'a policy that fails without a tenant',
    `alter policy tenant on scans using (tenant_id = current_setting('app.tenant_id')::uuid)`,
    'a tenant table is guarded',
    'scans',
    /another text/,
  ],
  [
    'a partition that nobody guarded',
    `create table finding_history_old partition of finding_history
       for values from ('2001-01-01') to ('2001-02-01')`,
    'a tenant table is guarded',
    'finding_history_old',
    /turned off/,
  ],
  [
    'a tenant column that may be null',
    'alter table finding_events alter tenant_id drop not null',
    'a tenant table is guarded',
    'finding_events',
    /no column tenant_id uuid not null/,
  ],
  [
    'a tenant table of another owner',
    'alter table scans owner to current_user',
    'a tenant table is guarded',
    'scans',
    /not owned by plumbline_owner/,
  ],
  [
    'a view that reads with its owner’s eyes',
    'create view all_scans as select * from scans',
    'a view sees what its reader may see',
    'all_scans',
    /security_invoker/,
  ],
  [
    'a view that says security_invoker is off',
    'create view all_scans with (security_invoker = off) as select * from scans',
    'a view sees what its reader may see',
    'all_scans',
    /security_invoker/,
  ],
  [
    'a materialised view',
    'create materialized view old_scans as select * from scans',
    'a view sees what its reader may see',
    'old_scans',
    /materialised/,
  ],
  [
    'a foreign key by id alone',
    `create unique index scans_id on scans (id);
     alter table finding_events add constraint loose foreign key (scan_id) references scans (id)`,
    'a foreign key stays in its tenant',
    'finding_events.loose',
    /refers to scans without tenant_id/,
  ],
  [
    'a foreign key whose tenant_id meets another column',
    `create unique index scans_crossed on scans (provider_id, tenant_id);
     alter table finding_events add constraint crossed foreign key (tenant_id, provider_id)
       references scans (provider_id, tenant_id)`,
    'a foreign key stays in its tenant',
    'finding_events.crossed',
    /refers to scans without tenant_id/,
  ],
  [
    'a key that is unique over all tenants',
    'create unique index scans_name on scans (name)',
    'an index begins with its tenant',
    'scans_name',
    /key of scans that does not begin/,
  ],
  [
    'a unique key that only carries tenant_id along',
    'create unique index scans_name on scans (name) include (tenant_id)',
    'an index begins with its tenant',
    'scans_name',
    /key of scans that does not begin/,
  ],
  [
    'an exclusion over all tenants',
    'alter table scans add constraint apart exclude (name with =)',
    'an index begins with its tenant',
    'apart',
    /key of scans that does not begin/,
  ],
  [
    'a unique key that begins with another column',
    'create unique index scans_name on scans (name, tenant_id)',
    'an index begins with its tenant',
    'scans_name',
    /key of scans that does not begin/,
  ],
  [
    'an index for searches of all tenants',
    'create index scans_name on scans (name, tenant_id)',
    'an index begins with its tenant',
    'scans_name',
    /index of scans that does not begin/,
  ],
  [
    'an index of an expression',
    'create index scans_name on scans (lower(name))',
    'an index begins with its tenant',
    'scans_name',
    /does not begin/,
  ],
  [
    'an index of a partitioned table',
    'create index history_checks on finding_history (check_id)',
    'an index begins with its tenant',
    'history_checks',
    /index of finding_history that does not begin/,
  ],
  [
    'an index across tenants that is gone',
    'drop index scans_waiting',
    'an index begins with its tenant',
    'scans_waiting',
    /is none/,
  ],
  [
    'a foreign key that begins with another column',
    `create unique index scans_turned on scans (id, tenant_id);
     alter table finding_events add constraint turned foreign key (scan_id, tenant_id) references scans (id, tenant_id)`,
    'a foreign key stays in its tenant',
    'finding_events.turned',
    /without tenant_id first/,
  ],
  [
    'a definer function that reads all tenants',
    `create or replace function users_of_tenant() returns table (
       id uuid, email text, name text, company_name text, is_active boolean, date_joined timestamptz,
       session_epoch int, email_verified boolean, pending_email text)
       language sql stable security definer set search_path = pg_catalog, public, pg_temp as
       'select u.id, u.email, u.name, u.company_name, u.is_active, u.date_joined, u.session_epoch, u.email_verified,
               u.pending_email from memberships m join users u on u.id = m.user_id'`,
    'a definer function reads one tenant or is listed',
    'users_of_tenant',
    /not those of the transaction/,
  ],
  [
    'a definer function that is listed with a key and takes none',
    `drop function find_invitation;
     create function find_invitation(most int) returns table (tenant_id uuid, id uuid)
       language sql stable security definer set search_path = pg_catalog, public, pg_temp as
       'select tenant_id, id from invitations limit most'`,
    'a definer function reads one tenant or is listed',
    'find_invitation',
    /no argument for one/,
  ],
  [
    'a listed function that reads no tenant',
    `create or replace function release_leases() returns void
       language sql security definer set search_path = pg_catalog, public, pg_temp as 'select'`,
    'a definer function reads one tenant or is listed',
    'release_leases',
    /reads no tenant table/,
  ],
  [
    'an index that nobody named',
    'create index on scans (tenant_id, name)',
    'an index is named',
    'scans_tenant_id_name_idx',
    /the name that PostgreSQL gave it/,
  ],
  [
    'a definer function that no module lists',
    `create function peek() returns bigint language sql security definer
       set search_path = pg_catalog, public, pg_temp as 'select count(*) from users';
     alter function peek owner to plumbline_auth; revoke execute on function peek from public`,
    'a definer function is listed and safe',
    'peek',
    /not in the definers of a module/,
  ],
  [
    'a definer function without a search path',
    'alter function find_login reset search_path',
    'a definer function is listed and safe',
    'find_login',
    /no search_path/,
  ],
  [
    'a definer function that believes temporary tables',
    'alter function find_login set search_path = pg_catalog, public',
    'a definer function is listed and safe',
    'find_login',
    /no search_path/,
  ],
  [
    'a definer function of a superuser',
    'alter function find_login owner to current_user',
    'a definer function is listed and safe',
    'find_login',
    /is owned by/,
  ],
  [
    'a namesake of a listed function',
    `create function find_login(requested int) returns bigint language sql security definer
       set search_path = pg_catalog, public, pg_temp as 'select 1::bigint'`,
    'a definer function is listed and safe',
    'find_login',
    /namesake/,
  ],
  [
    'a listed function that is gone',
    'drop function find_login',
    'a definer function is listed and safe',
    'find_login',
    /no definer function of the database/,
  ],
  [
    'a table open to everybody',
    'grant select on users to public',
    'nothing is granted that is not needed',
    'users',
    /PUBLIC has SELECT/,
  ],
  [
    'a column open to everybody',
    'grant select (email) on users to public',
    'nothing is granted that is not needed',
    'users.email',
    /PUBLIC has SELECT/,
  ],
  [
    'a function open to everybody by default',
    'create function open_door() returns int language sql return 1',
    'nothing is granted that is not needed',
    'open_door',
    /PUBLIC has EXECUTE/,
  ],
  [
    'a schema open to everybody',
    'grant usage on schema public to public',
    'nothing is granted that is not needed',
    'public',
    /PUBLIC has USAGE/,
  ],
  [
    'a global table open to the serving role',
    'grant select on users to plumbline_app',
    'nothing is granted that is not needed',
    'users',
    /plumbline_app has SELECT/,
  ],
  [
    'truncate, which no policy stops',
    'grant truncate on scans to plumbline_app',
    'nothing is granted that is not needed',
    'scans',
    /plumbline_app has TRUNCATE/,
  ],
  [
    'a serving role that may make tables',
    'grant create on schema public to plumbline_app',
    'nothing is granted that is not needed',
    'public',
    /plumbline_app has CREATE/,
  ],
  [
    'a serving role that may pass a right on',
    'grant select on scans to plumbline_app with grant option',
    'nothing is granted that is not needed',
    'scans',
    /plumbline_app has SELECT/,
  ],
  [
    'a reader that may write',
    'grant update on scans to plumbline_ro',
    'nothing is granted that is not needed',
    'scans',
    /plumbline_ro has UPDATE/,
  ],
  [
    'a whole tenant table for the role that bypasses policies',
    'grant select on scans to plumbline_auth',
    'nothing is granted that is not needed',
    'scans',
    /plumbline_auth has SELECT/,
  ],
  [
    'a serving role that bypasses policies',
    'alter role plumbline_app bypassrls',
    'a role is no more than it must be',
    'plumbline_app',
    /is not nologin nosuperuser nobypassrls/,
  ],
  [
    'a serving role that is a superuser',
    'alter role plumbline_app superuser',
    'a role is no more than it must be',
    'plumbline_app',
    /is not nologin nosuperuser/,
  ],
  [
    'a role that somebody can sign in as',
    'alter role plumbline_auth login',
    'a role is no more than it must be',
    'plumbline_auth',
    /is not nologin/,
  ],
  [
    'a serving role that may become another',
    'grant plumbline_auth to plumbline_app',
    'a role is no more than it must be',
    'plumbline_app',
    /member of plumbline_auth/,
  ],
  [
    'a serving role that owns a table',
    'create table notes (id int); alter table notes owner to plumbline_app',
    'a role is no more than it must be',
    'plumbline_app',
    /owns notes/,
  ],
]

for (const [name, script, rule, object, words] of plants) {
  test(`the catalogue test finds ${name}`, async () => {
    const found = await planted(script)
    ok(
      found.some((one) => one.rule === rule && one.object === object && words.test(one.fault)),
      JSON.stringify(found, null, 1),
    )
  })
}

test('what is planted and allowed is no fault', async () => {
  const found = await planted(`
    set local role plumbline_owner;
    create view scan_names with (security_invoker = on) as select tenant_id, name from scans;
    create unique index scans_name on scans (tenant_id, name);
    alter table finding_events add foreign key (tenant_id, scan_id) references scans (tenant_id, id);
    alter table finding_events add foreign key (actor) references users (id);
    select create_history_partitions()`)
  deepEqual(found, [])
})
