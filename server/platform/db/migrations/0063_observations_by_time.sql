-- Why: a period asks which findings were seen outside of their units in it.
-- Lock: share on scan_observations while the index is made, 0.5 s a million rows.

set local role plumbline_owner;

create index scan_observations_by_time on scan_observations (tenant_id, recorded_at);
