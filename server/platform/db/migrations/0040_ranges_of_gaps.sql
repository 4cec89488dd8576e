-- Why: a file that names one of twenty thousand findings of an account stored a row for each of the others. The keys
--      between two that were seen are one row now, so a scan stores hardly more rows than it has findings.
-- Lock: scan_gaps, while each of its rows is written once.

set local role plumbline_owner;

alter table scan_gaps add column last_key uuid;

-- The rows of all tenants, which the policy would hide from the owner.
alter table scan_gaps no force row level security;
-- Ranges of a check are apart, so that the one that begins last before a key is the only one that can have it.
delete from scan_gaps g
 using scan_gaps w
 where w.tenant_id = g.tenant_id and w.scan_id = g.scan_id and w.unit = g.unit and w.check_id = g.check_id
   and w.finding_key = '00000000-0000-0000-0000-000000000000' and g.finding_key <> w.finding_key;
update scan_gaps
   set last_key = case when finding_key = '00000000-0000-0000-0000-000000000000'
                       then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else finding_key end;
alter table scan_gaps force row level security;

alter table scan_gaps
  alter column last_key set not null,
  add check (finding_key <= last_key);
