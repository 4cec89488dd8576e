/** What versions are compared with: one slim row a finding and scan, with the indexes its lists need. */
import type { Engine } from './engines.ts'

export const createSlim = (engine: Engine): Promise<unknown> =>
  engine.administer(`
    create table bench_rows (
      tenant_id uuid not null, scan_id uuid not null, id uuid not null, provider_id uuid not null,
      uid text collate "C" not null, check_id text collate "C" not null, status smallint not null,
      severity smallint not null, delta smallint, muted boolean not null, service text collate "C" not null,
      region text collate "C" not null, resource_type text collate "C" not null, resource_id uuid,
      first_seen_at timestamptz not null, inserted_at timestamptz not null, status_extended text not null,
      primary key (tenant_id, scan_id, id));
    create index on bench_rows (tenant_id, scan_id, status, severity desc, id desc);
    create index on bench_rows (tenant_id, check_id, status);
    create index on bench_rows (tenant_id, uid, inserted_at desc);
    alter table bench_rows owner to plumbline_owner;
    call guard_tenant('bench_rows');
    grant select on bench_rows to plumbline_app`)

/** Copies what is live as one scan's rows; returns the milliseconds. */
export async function copyScan(engine: Engine, scanId: string): Promise<number> {
  const startedMs = performance.now()
  await engine.administer(`
    insert into bench_rows
    select tenant_id, '${scanId}', id, provider_id, uid, check_id, status, severity, delta, muted, service, region,
           resource_type, resource_id, first_seen_at, now(), status_extended
      from findings
     where removed_at is null`)
  return performance.now() - startedMs
}

export interface Sizes {
  /** Bytes of every table that stores findings, with indexes; resources and records are shared facts. */
  readonly versions: number
  readonly slim: number
  readonly parts: readonly (readonly [table: string, bytes: number])[]
}

const versioned = [
  'findings',
  'finding_history',
  'closed_findings',
  'scan_gaps',
  'scan_observations',
  'scan_units',
  'latest_unit_runs',
  'rollup_live',
  'rollup_snapshots',
]
const beside = ['finding_bodies', 'resources', 'resource_tags']

export async function sizes(engine: Pick<Engine, 'administer'>): Promise<Sizes> {
  const rows = await engine.administer(`
    select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
      from pg_class c
      left join pg_inherits i on i.inhrelid = c.oid
      left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     group by 1`)
  const bytes = new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
  const of = (table: string): number => bytes.get(table) ?? 0
  return {
    versions: versioned.reduce((sum, table) => sum + of(table), 0),
    slim: of('bench_rows'),
    parts: [...versioned, ...beside]
      .map((table) => [table, of(table)] as const)
      .filter(([, size]) => size > 2 ** 20),
  }
}
