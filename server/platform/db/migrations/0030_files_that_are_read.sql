-- Why: the scans of a file begin in several transactions. A worker that takes over continues with what was read.
-- Lock: access exclusive on ingestions for a moment: columns with a constant default.

set local role plumbline_owner;

alter table ingestions
  add column reader_fence bigint, -- of the reader whose files hold all that was read; null: it is not read yet
  add column accounts_position bigint not null default 0; -- byte of its accounts file: those before it have scans

reset role;
