-- Why: a file that names one of twenty thousand findings of an account stored a row for each of the others. The keys
--      between two that were seen are one row now, so a scan stores hardly more rows than it has findings.
-- Lock: scan_gaps, for a moment: a column without values is added.

set local role plumbline_owner;

alter table scan_gaps add column last_key uuid; -- of a range that begins with finding_key; null: that key alone
