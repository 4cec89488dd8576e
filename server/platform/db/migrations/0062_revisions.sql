-- Why: what was counted of live findings holds until somebody writes any. Writers lock the head of their
-- provider; the lock counts up its revision, by which a process knows whether what it remembers still holds.
-- Compliance asks each time for the checks that a scan could not make: few rows of many.
-- Lock: access exclusive on provider_heads for a moment (a column with a constant), share on scan_coverage
-- while an index over few rows is made, 0.3 s a million rows.

set local role plumbline_owner;

alter table provider_heads add column revision bigint not null default 0;

create index scan_coverage_unread on scan_coverage (tenant_id, scan_id)
  where outcome in ('denied', 'throttled', 'error');
