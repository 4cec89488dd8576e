-- Why: a slice of a large unit reads its range of keys, not the whole unit once more. The index it
-- replaces kept the unit only, so a unit of n slices was read n times.
-- Lock: blocks writes to findings while it is built, 3 s a million rows; scans wait and go on.

set local role plumbline_owner;

create index findings_unit_keys on findings (tenant_id, provider_id, unit, ukey);
drop index findings_tenant_id_provider_id_unit_idx;
