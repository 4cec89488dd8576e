-- Why: what is believed of an identity provider is read from its metadata once, when they are written, and
-- not again for each anonymous request. Rows from before are read when they are next asked for.
-- Lock: access exclusive on saml_configurations for a moment: a column without a default, no rewrite.

set local role plumbline_owner;

alter table saml_configurations
  add column identity_provider jsonb; -- entityId, signInUrl and certificates; null: not read yet
