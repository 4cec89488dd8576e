-- Why: a provider that the statistics have never met is planned as if it had one row: any index that begins
-- with the tenant looks as good as the right one, and each unit of its first scan reads all of the tenant
-- (9 s for 2,000 findings, PostgreSQL 15). So while a provider is scanned for the first time, what it fills
-- is looked at again every half minute; later scans find it known.
-- Lock: none.

set local role plumbline_owner;

create or replace function freshen_statistics()
returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '200ms' as $$
declare
  grown record;
  made int := 0;
  first_scan boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('freshen_statistics')) then
    return 0;
  end if;
  select exists (select from public.scans where state = 'executing' and seq = 1) into first_scan;
  for grown in
    select c.oid::regclass as name
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (c.relname = any ('{findings, finding_bodies, finding_gone, resources, resource_tags, rollup_live,
                              scan_units, unit_heads, scan_gaps, scan_observations}')
            or starts_with(c.relname, 'finding_history_'))
       and (pg_relation_size(c.oid) / 8192 > 2 * greatest(c.relpages, 8)
            or first_scan and c.relname = any ('{findings, resources, rollup_live, scan_units, unit_heads}')
               and pg_stat_get_mod_since_analyze(c.oid) >= 1000
               and coalesce(greatest(pg_stat_get_last_analyze_time(c.oid),
                                     pg_stat_get_last_autoanalyze_time(c.oid)), '-infinity')
                   < now() - interval '30 s')
  loop
    execute 'analyze ' || grown.name;
    made := made + 1;
  end loop;
  return made;
exception
  when lock_not_available then
    return 0; -- somebody vacuums the table; a scan does not wait for that
end
$$;
