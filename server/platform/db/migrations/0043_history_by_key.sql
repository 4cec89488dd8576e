-- Why: what has ended is looked up by its key, a hash of its uid, which nearly always names one provider's
-- finding; there are as many versions of it as it has changed. So the provider and the order of versions in
-- the index told a lookup nothing, and took 40 of its 105 bytes a row.
-- Lock: blocks writes to finding_history while the index is built, 2 s a million rows; scans wait and go on.

set local role plumbline_owner;

create index finding_history_by_key on finding_history (tenant_id, ukey);
drop index finding_history_tenant_id_provider_id_ukey_seq_from_idx;
