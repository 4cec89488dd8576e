-- no-transaction
-- Why: the issues of an integration that are looked at next are found without those that are over.
-- Lock: share update exclusive on tracker_issues, which lets readers and writers work.

create index concurrently tracker_issues_to_look on tracker_issues (tenant_id, integration_id, looked_at) where state <> 'over';
