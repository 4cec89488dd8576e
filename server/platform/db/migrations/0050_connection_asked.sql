-- Why: two connection tests of a provider may overlap, and the one that was asked first may end last.
-- Lock: access exclusive on providers for a moment.

set local role plumbline_owner;

alter table providers add column connection_asked_at timestamptz; -- when the test that is shown began
