-- Why: the key of an issue may come to name another one: at another site, or in a project that is made anew. An issue is
-- known by its site and its id; one that is not seen for a while is waited for, and none is checked again all the time.
-- Lock: access exclusive on tracker_issues for a moment: columns without a default or with a constant one.

set local role plumbline_owner;

alter table tracker_issues
  add column site text collate "C", -- null, as issue_id: it was sent before they were kept, and is known by its label
  add column issue_id text collate "C",
  add column more int not null default 0, -- findings that it is about and does not name
  add column missing_since timestamptz, -- the account does not see it: it is deleted, or hidden
  add column rechecked_at timestamptz;
