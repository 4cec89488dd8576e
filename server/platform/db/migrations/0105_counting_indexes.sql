-- Why: the failed findings of an earlier scan were counted by a look at each row, 70 ms of 100,000 (PostgreSQL 15,
-- 2026-11-22). With the scans of a version and its mute in the index of lists, the index is enough.
-- Lock: blocks writes to findings and finding_history while the indexes are built, 2 s a million rows.

set local role plumbline_owner;

create index findings_listed on findings (tenant_id, provider_id, status, severity desc, id desc)
  include (seq_from, muted) where gone_at is null;
drop index findings_tenant_id_provider_id_status_severity_id_idx;

create index finding_history_listed on finding_history (tenant_id, provider_id, status, severity desc, id desc)
  include (seq_from, seq_to, muted, closed_at);
drop index finding_history_tenant_id_provider_id_status_severity_id_se_idx;

-- Attestations that the clock has ended, and which no write has noted: part of the data version of lists.
create index finding_attestations_running on finding_attestations (tenant_id, expires_at) where ended_at is null;
