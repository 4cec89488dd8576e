-- no-transaction
-- Why: addresses that are to be asked are found without those that were.
-- Lock: share update exclusive on alert_recipients, which lets readers and writers work.

create index concurrently alert_recipients_to_ask on alert_recipients (ask_at) where ask_at is not null;
