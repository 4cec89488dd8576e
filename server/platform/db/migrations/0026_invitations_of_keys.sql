-- Why: an invitation that was sent with an API key ends when the key is revoked.
-- Lock: access exclusive on invitations for a moment: a column without a default.

set local role plumbline_owner;

alter table invitations
  add column key_id uuid; -- the API key that it was sent with, which may be gone with its user; null: in a session

reset role;
