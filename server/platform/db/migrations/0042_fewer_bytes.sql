-- Why: half of what a live finding takes were its indexes, and the largest of them kept each row's key behind
-- its unit, so no two entries were equal. By the unit alone equal entries are kept once: 10 bytes a row
-- instead of 140. A slice of a large unit meets it with the primary key. Runs of units: three entries were
-- made for each in four indexes, two of them before there was anything to find; and rows that are written
-- two or three times go on in the page they began in, where there is room left for them.
-- Lock: blocks writes to findings and scan_units while an index of each is built, 2 s a million rows; scans
-- wait and go on.

set local role plumbline_owner;

create index findings_by_unit on findings (tenant_id, provider_id, unit);
drop index findings_unit_keys;

create index scan_units_by_time on scan_units (tenant_id, recorded_at) where recorded_at is not null;
drop index scan_units_tenant_id_recorded_at_provider_id_unit_idx;
-- Recorded or not, instead of the state: a unit that is begun keeps its entries.
drop index scan_units_on_their_way;
create index scan_units_on_their_way on scan_units (tenant_id, provider_id) where recorded_at is null;

alter table scan_units set (fillfactor = 75);
alter table unit_heads set (fillfactor = 75);
alter table rollup_live set (fillfactor = 75);
