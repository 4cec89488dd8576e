-- no-transaction
-- Why: integrations whose issues are to be looked at are found without those that have none.
-- Lock: share update exclusive on integrations, which lets readers and writers work.

create index concurrently integrations_to_look on integrations (look_at) where look_at is not null;
