-- Why: how many resources a group has is how many findings it has, but for resources on which one check has
-- found several things. These are named here when findings are written, so that groups are counted by rollups
-- and not row by row. A resource may be named without need. And since when a check's findings are there is
-- read off the first entry of an index.
-- Lock: share on findings while an index is made, 3 s a million rows, and their resources are counted once.

set local role plumbline_owner;

create table finding_twins (
  tenant_id uuid not null,
  provider_id uuid not null,
  resource_id uuid not null,
  primary key (tenant_id, provider_id, resource_id),
  foreign key (tenant_id, provider_id) references providers (tenant_id, id) on delete cascade
);
call guard_tenant('finding_twins');
grant select, insert, delete on finding_twins to plumbline_app;

create index findings_of_checks on findings (tenant_id, check_id, status, first_seen_at) where gone_at is null;
drop index findings_tenant_id_check_id_status_idx;

reset role; -- for the rows of all tenants
insert into finding_twins (tenant_id, provider_id, resource_id)
select distinct tenant_id, provider_id, resource_id
  from findings
 where resource_id is not null
 group by tenant_id, provider_id, resource_id, check_id
having count(*) > 1 or bool_or(gone_at is not null);
