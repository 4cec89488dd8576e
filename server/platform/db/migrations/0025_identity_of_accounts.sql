-- Why: an account whose uid is only a name, as that of a cluster is, is known again by what it says of itself.
-- Lock: access exclusive on providers for a moment: a column without a default.

set local role plumbline_owner;

alter table providers
  add column identity text collate "C"; -- of the account that answered first; null: none did, or its uid says which it is

reset role;
