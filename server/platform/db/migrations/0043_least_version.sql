-- Why: a migration can name the oldest version that can use the database after it. Older versions then refuse to start.
-- Lock: access exclusive on migrations for a moment: no row is rewritten.

alter table migrations add column breaks_before text;
