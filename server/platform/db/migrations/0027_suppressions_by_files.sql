-- Why: a file can bring a finding as suppressed. That stays known apart from rules and decisions, which also mute, so
-- that a later file ends only what a file began.
-- Lock: access exclusive on findings and closed_findings for a moment: columns without defaults.

set local role plumbline_owner;

alter table findings
  add column suppression text; -- why the newest file that names the finding has it suppressed; null: it does not
alter table closed_findings
  add column suppression text;

reset role;
