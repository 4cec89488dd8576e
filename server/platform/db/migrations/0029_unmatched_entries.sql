-- Why: the answer to writing a mutelist names the entries that hide no finding, and the list keeps them.
-- Lock: access exclusive on processors for a moment: columns without a default.

set local role plumbline_owner;

alter table processors
  add column unmatched_entries jsonb, -- [{account, check}], the first hundred; null: not every finding was looked at
  add column unmatched_count int;

reset role;
