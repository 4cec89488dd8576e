-- Why: a change of a mute rule over many findings is applied in batches, by a task that goes on after a crash.
-- Lock: access exclusive on mute_rules for a moment: a column without a default, and the reference of a new table.

set local role plumbline_owner;

alter table mute_rules
  add column deleted_at timestamptz; -- disabled and hidden; the row stays until all its findings are re-evaluated

-- Rules with findings that are not re-evaluated yet since the last change of the rule.
create table mute_rule_changes (
  tenant_id uuid not null,
  rule_id uuid not null,
  task_id uuid not null, -- re-evaluates the rest
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references mute_rules (tenant_id, id) on delete cascade
);
call guard_tenant('mute_rule_changes');
grant select, insert, update, delete on mute_rule_changes to plumbline_app;

reset role;
grant select (tenant_id, rule_id, task_id) on mute_rule_changes to plumbline_auth;

grant create on schema public to plumbline_auth;
set local role plumbline_auth;

-- Changes whose task has ended before its work: it failed a while ago. No tenant gets a second row before each has got a first.
create function find_unfinished_mute_rules(most int)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.tenant_id, u.rule_id
    from (select c.tenant_id, c.rule_id, row_number() over (partition by c.tenant_id order by c.rule_id) as turn
            from mute_rule_changes c
           where not exists (
               select from tasks t
                where t.tenant_id = c.tenant_id and t.id = c.task_id
                  and (t.state in ('available', 'scheduled', 'executing')
                       or t.completed_at > now() - interval '10 minutes'))) u
   order by u.turn, u.rule_id
   limit most
$$;

reset role;
revoke create on schema public from plumbline_auth;
grant execute on function find_unfinished_mute_rules to plumbline_app;
