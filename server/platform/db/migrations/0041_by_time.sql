-- Why: the live rows in the order in which they were seen are read unit by unit, the newest unit first. What
-- does not follow its unit is found by small indexes: rows seen outside of theirs, and units with gaps or
-- on their way.
-- Lock: share on findings while a partial index over few rows is made, 0.3 s a million rows; on two small tables.

set local role plumbline_owner;

create index unit_heads_by_time on unit_heads (tenant_id, recorded_at desc);
create index unit_heads_with_gaps on unit_heads (tenant_id) where gaps > 0;
create index scan_units_on_their_way on scan_units (tenant_id, provider_id) where state <> 'done';
create index findings_observed on findings (tenant_id, provider_id) where observed_seq is not null;
