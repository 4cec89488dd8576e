-- Why: an integration remembers that it had providers that were deleted. Members who do not see every account do not see it.
-- Lock: access exclusive on integration_providers and providers for a moment: no row is read.

set local role plumbline_owner;

alter table integration_providers drop constraint integration_providers_tenant_id_provider_id_fkey;

reset role;
