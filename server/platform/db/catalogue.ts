/**
 * The rules of tenancy, checked in the system catalog: what counts is the database after all migrations. Each query
 * returns only violations.
 */
import { functionsAcrossTenants, indexesAcrossTenants } from './across-tenants.ts'
import type { Definers } from './definers.ts'
import type { Administer } from './migrate.ts'
import type { Table } from './tables.ts'

export interface Fault {
  readonly rule: Rule
  /** What is at fault: a table, an index, a function, a role. */
  readonly object: string
  readonly fault: string
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
const values = (rows: readonly (readonly string[])[]): string =>
  `values ${rows.map((row) => `(${row.map(text).join(', ')})`).join(', ')}`

/** What `guard_tenant` writes, as the database prints it. */
const policy =
  `(tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid ` +
  `AS "nullif"))`

/** The one search path of definer functions: pg_temp is searched first unless it is listed last. */
const searchPath = 'search_path=pg_catalog, public, pg_temp'

/** Relations of ours with the class of their root: a partition is what its parent is. */
const ours = (lists: string): string => `
  with ${lists},
  schemas as (
    select oid, nspname, nspowner, nspacl from pg_namespace
     where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  relations as (
    select c.oid, c.relname, c.relkind, c.relowner, c.relacl, c.reloptions, c.relrowsecurity,
           c.relforcerowsecurity, n.nspname,
           case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as object,
           case when n.nspname = 'public' then l.class end as class
      from pg_class c
      join schemas n on n.oid = c.relnamespace
      left join pg_class root on root.oid = pg_partition_root(c.oid)
      left join listed l on l.name = coalesce(root.relname, c.relname)
  ),
  tables as (
    select r.*, a.attnum as tenant, a.atttypid = 'uuid'::regtype and a.attnotnull as keyed
      from relations r
      left join pg_attribute a on a.attrelid = r.oid and a.attname = 'tenant_id' and not a.attisdropped
     where r.relkind in ('r', 'p', 'f')
  ),
  functions as (
    select p.oid, p.proname, p.proowner, p.proacl, p.prosecdef, p.proconfig, p.proargtypes,
           n.nspname,
           case when n.nspname = 'public' then '' else n.nspname || '.' end || p.proname as object
      from pg_proc p
      join schemas n on n.oid = p.pronamespace
     where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') -- an extension's
  )`

const rules = {
  'every table has a class': `
    select object, 'is owned by no module' as fault from tables where class is null
    union all
    select l.name, 'is owned by a module but not in the database'
      from listed l
     where not exists (select from tables t where t.nspname = 'public' and t.relname = l.name)`,

  'a tenant table is guarded': `
    select t.object, f.fault
      from tables t
      cross join lateral (values
        (t.tenant is not null and t.keyed, 'has no column tenant_id uuid not null'),
        (t.relrowsecurity, 'has row-level security turned off'),
        (t.relforcerowsecurity, 'does not force row-level security on its owner'),
        ((select count(*) = 1 from pg_policy p where p.polrelid = t.oid), 'has not one policy'),
        (not exists (
           select from pg_policy p
            where p.polrelid = t.oid
              and (p.polname, p.polpermissive, p.polcmd::text, p.polroles) is distinct from
                  ('tenant', true, '*', '{0}'::oid[])),
         'has a policy that is not for all roles and commands'),
        (not exists (
           select from pg_policy p
            where p.polrelid = t.oid
              and (pg_get_expr(p.polqual, t.oid) is distinct from ${text(policy)}
                or pg_get_expr(p.polwithcheck, t.oid) is distinct from ${text(policy)})),
         'has a policy with another text'),
        (pg_get_userbyid(t.relowner) = 'plumbline_owner', 'is not owned by plumbline_owner')
      ) f(holds, fault)
     where (t.class = 'tenant' or (t.class is null and t.tenant is not null)) and not f.holds`,

  'a view sees what its reader may see': `
    select object, 'is a view without security_invoker' as fault
      from relations
     where relkind = 'v'
       and not exists (
         select from pg_options_to_table(reloptions)
          where option_name = 'security_invoker' and option_value::boolean)
    union all
    select object, 'is a materialised view, which no policy guards' from relations where relkind = 'm'`,

  'a foreign key stays in its tenant': `
    select t.object || '.' || k.conname as object,
           'refers to ' || other.object || ' without tenant_id first on both sides' as fault
      from pg_constraint k
      join tables t on t.oid = k.conrelid
      join tables other on other.oid = k.confrelid
     where k.contype = 'f'
       and other.class is distinct from 'global'
       and not (t.class = 'system' and other.class = 'system')
       and not exists (
         select where k.conkey[1] = t.tenant and k.confkey[1] = other.tenant)`,

  'an index begins with its tenant': `
    with others as (
      select c.relname as object, t.object as of_table, i.indisunique or i.indisexclusion as is_unique
        from pg_index i
        join tables t on t.oid = i.indrelid
        join pg_class c on c.oid = i.indexrelid
       where (t.class = 'tenant' or (t.class is null and t.tenant is not null))
         and i.indkey[0] is distinct from t.tenant
    )
    select object,
           case when is_unique then 'is a key of ' else 'is an index of ' end || of_table ||
           ' that does not begin with tenant_id' as fault
      from others
     where is_unique or object not in (select name from across_indexes)
    union all
    select name, 'is listed as an index across tenants and is none'
      from across_indexes
     where name not in (select object from others)`,

  'an index is named': `
    select c.relname as object, 'has the name that PostgreSQL gave it' as fault
      from pg_index i
      join tables t on t.oid = i.indrelid
      join pg_class c on c.oid = i.indexrelid
     where t.nspname = 'public' and c.relname ~ '_idx[0-9]*$'
       -- A partition's are named after its parent's.
       and not exists (select from pg_inherits h where h.inhrelid = c.oid)`,

  'a definer function is listed and safe': `
    select f.object, g.fault
      from functions f
      cross join lateral (values
        (f.nspname = 'public' and f.proname in (select name from definers),
         'is not in the definers of a module'),
        (coalesce(${text(searchPath)} = any (f.proconfig), false), 'has no ${searchPath}'),
        (pg_get_userbyid(f.proowner) in ('plumbline_auth', 'plumbline_search', 'plumbline_owner'),
         'is owned by ' || pg_get_userbyid(f.proowner)),
        ((select count(*) = 1 from functions o where o.object = f.object), 'has a namesake')
      ) g(holds, fault)
     where f.prosecdef and not g.holds
    union all
    select d.name, 'is in the definers of a module but is no definer function of the database'
      from definers d
     where not exists (select from functions f where f.prosecdef and f.object = d.name)`,

  'a definer function reads one tenant or is listed': `
    with reading as (
      select f.proname as name, pg_get_functiondef(f.oid) as text, f.proargtypes
        from functions f
       where f.prosecdef and f.nspname = 'public'
         and exists (
           select from listed l
            where l.class = 'tenant' and pg_get_functiondef(f.oid) ~ ('\\m' || l.name || '\\M'))
    )
    select r.name as object, g.fault
      from reading r
      left join across_functions a on a.name = r.name
     cross join lateral (values
       (a.name is not null or r.text ~ 'tenant_id = [^;]*current_setting\\(''app\\.tenant_id''',
        'reads rows of tenants, but not those of the transaction, and is not in across-tenants.ts'),
       (a.reach is distinct from 'key' or r.proargtypes::oid[] &&
          '{uuid,uuid[],bytea,text}'::regtype[]::oid[], 'is listed with a key and has no argument for one')
     ) g(holds, fault)
     where not g.holds
    union all
    select a.name, 'is in across-tenants.ts and reads no tenant table'
      from across_functions a
     where a.name not in (select name from reading)`,

  'nothing is granted that is not needed': `
    select g.object, coalesce(r.rolname, 'PUBLIC') || ' has ' || g.privilege_type as fault
      from (
        select t.object, t.class, false as is_column, a.*
          from tables t cross join lateral aclexplode(t.relacl) a
        union all
        select t.object || '.' || c.attname, t.class, true, a.*
          from tables t
          join pg_attribute c on c.attrelid = t.oid
         cross join lateral aclexplode(c.attacl) a
        union all
        select f.object, 'function', false, a.*
          from functions f cross join lateral aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a
        union all
        select n.nspname, 'schema', false, a.*
          from schemas n cross join lateral aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
      ) g
      left join pg_roles r on r.oid = g.grantee
     where r.rolname is null
        or (r.rolname ~ '^plumbline_' and g.is_grantable and g.grantee <> g.grantor)
        or (r.rolname in ('plumbline_app', 'plumbline_ro') and (
              g.privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER', 'CREATE')
           or g.class = 'global'
           or (g.object = 'migrations' and g.privilege_type <> 'SELECT')))
        or (r.rolname = 'plumbline_ro' and g.privilege_type not in ('SELECT', 'USAGE'))
        or (r.rolname in ('plumbline_auth', 'plumbline_search') and (
              g.privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER', 'CREATE')
           or (g.class = 'tenant' and not g.is_column)))`,

  'a role is no more than it must be': `
    select w.name as object, 'is not ' || w.attributes as fault
      from (values
        ('plumbline_owner', false, 'nologin nosuperuser nobypassrls'),
        ('plumbline_app', false, 'nologin nosuperuser nobypassrls'),
        ('plumbline_auth', true, 'nologin nosuperuser bypassrls'),
        ('plumbline_search', true, 'nologin nosuperuser bypassrls'),
        ('plumbline_ro', false, 'nologin nosuperuser nobypassrls')
      ) w(name, bypasses, attributes)
      left join pg_roles r on r.rolname = w.name
     where (r.rolbypassrls, r.rolcanlogin, r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolreplication)
           is distinct from (w.bypasses, false, false, false, false, false)
    union all
    select r.rolname, 'is a member of ' || m.roleid::regrole
      from pg_auth_members m join pg_roles r on r.oid = m.member
     where r.rolname ~ '^plumbline_(owner|app|auth|search|ro)$'
    union all
    select r.rolname, 'owns ' || o.object
      from pg_roles r
      join (select relowner as owner, object from relations
            union all select proowner, object from functions where not prosecdef
            union all select nspowner, nspname from schemas) o on o.owner = r.oid
     where r.rolname in ('plumbline_app', 'plumbline_auth', 'plumbline_search', 'plumbline_ro')`,
} as const

export type Rule = keyof typeof rules

/** Every violation of the rules of tenancy, read as the database's administrator. */
export async function faults(
  administer: Administer,
  { tables, definers }: { readonly tables: readonly Table[]; readonly definers: Definers },
): Promise<Fault[]> {
  const found: Fault[] = []
  const lists = [
    `listed(name, class) as (${values(tables.map(({ name, class: of }) => [name, of]))})`,
    `definers(name) as (${values(Object.keys(definers).map((name) => [name]))})`,
    `across_indexes(name) as (${values(Object.keys(indexesAcrossTenants).map((name) => [name]))})`,
    `across_functions(name, reach) as (${values(Object.entries(functionsAcrossTenants))})`,
  ].join(', ')
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await administer(
      `${ours(lists)} select * from (${query}) f order by object, fault`,
    )
    for (const row of rows) {
      found.push({
        rule: rule as Rule,
        object: String(row['object']),
        fault: String(row['fault']),
      })
    }
  }
  return found
}
