-- Why: overviews are about the latest completed scan of each provider, found by when it completed; and
-- they tell how many resources a scan saw, which no later partial scan may change. Kept rollups say
-- resources by the checks that looked at them, so that a corrected catalogue holds for old scans too.
-- Lock: access exclusive on scan_rollups for a moment (a nullable column), share on scans while the index is made.

set local role plumbline_owner;

alter table scan_rollups add column resources bytea; -- null: kept before this was

create index scans_latest on scans
  (tenant_id, provider_id, (kind = 1) desc, (coalesce(completed_at, inserted_at)) desc, id desc)
  where state = 'completed' and kind <> 2;
