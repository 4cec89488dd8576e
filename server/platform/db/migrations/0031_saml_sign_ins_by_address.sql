-- Why: anonymous requests begin sign-ins at a tenant's identity provider. The sign-ins of one address that wait for their
-- answer are bounded, so a row has the address while it waits.
-- Lock: access exclusive on saml_sign_ins for a moment: a column without a default.

set local role plumbline_owner;

alter table saml_sign_ins
  add column address text; -- of IPv6 its network; null once the sign-in is answered
