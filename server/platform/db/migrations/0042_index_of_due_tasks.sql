-- no-transaction
-- Why: workers find the tasks that are due without those that have ended.
-- Lock: share update exclusive on tasks, which lets readers and writers work.

create index concurrently tasks_due on tasks (name, state, tenant_id, due_at, id) where state in ('available', 'executing');
