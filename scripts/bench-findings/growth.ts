/** What docs/operate/scale.md multiplies: bytes of a live finding, WAL of a scan, and plans with partitions by tenant. */
import { Player } from '../../server/testing/findings-model/player.ts'
import { SyntheticAccount, unitNames } from './account.ts'
import type { Engine } from './engines.ts'

const dayMs = 86_400_000
const tenants = 5
const changedDays = 4
type Say = (line: string) => void
interface Tenant {
  readonly player: Player
  readonly account: SyntheticAccount
}

const number = async (engine: Engine, query: string): Promise<number> =>
  Number(Object.values((await engine.administer(query))[0] ?? {})[0])

/** A scan of each tenant: its WAL and processor time for each finding, after a checkpoint. */
async function scanAll(engine: Engine, all: readonly Tenant[], day: number): Promise<string> {
  const walBytes = (): Promise<number> =>
    number(engine, "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text")
  await engine.administer('checkpoint')
  const [wal, theirs, ours] = [
    await walBytes(),
    await engine.processorSeconds(),
    process.cpuUsage(),
  ]
  const at = new Date(Date.UTC(2026, 0, 1, 3) + day * dayMs).toISOString()
  let rows = 0
  for (const { player, account } of all) {
    const scan = await player.begin('full', at)
    for (const [index, unit] of unitNames.entries()) {
      const observed = account.observe(index)
      rows += observed.length
      await player.unit(scan, unit, { rows: observed }, at)
    }
    await player.finish(scan)
  }
  const { user, system } = process.cpuUsage(ours)
  const database = ((await engine.processorSeconds()) - theirs) * 1e6
  const each = (total: number): string => (total / rows).toFixed(0)
  const costs = `${each(user + system)} µs recording, ${each(database)} µs PostgreSQL`
  return `${each((await walBytes()) - wal)} bytes of WAL a finding, ${costs}`
}

/** Bytes of each table for each finding, without its indexes and of them. */
async function sizesOf(engine: Engine, findings: number): Promise<string[]> {
  await engine.administer('vacuum analyze')
  const rows = await engine.administer(`
    select coalesce(parent.relname, c.relname) as name, sum(pg_table_size(c.oid))::float8 as own,
           sum(pg_indexes_size(c.oid))::float8 as indexes
      from pg_class c
      left join pg_inherits i on i.inhrelid = c.oid
      left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     group by 1
     order by sum(pg_total_relation_size(c.oid)) desc`)
  const each = (bytes: unknown): string => (Number(bytes) / findings).toFixed(1)
  const sum = (key: string): number => rows.reduce((total, row) => total + Number(row[key]), 0)
  return [
    `bytes a finding: ${each(sum('own'))} and ${each(sum('indexes'))} of indexes`,
    ...rows
      .filter(({ own }) => Number(own) / findings > 0.5)
      .map(({ name, own, indexes }) => `  ${name} ${each(own)}, indexes ${each(indexes)}`),
  ]
}

/** Plans a page of a copy of `findings` with so many partitions by tenant, with and without a condition on the tenant. */
async function planned(engine: Engine, parts: number, { player }: Tenant): Promise<string> {
  const table = parts === 0 ? 'findings' : `findings_of_${parts}`
  if (parts > 0) {
    const indexes = await engine.administer(
      "select indexdef from pg_indexes where tablename = 'findings'",
    )
    await engine.administer(`
      create table ${table} (like findings including defaults) partition by hash (tenant_id);
      ${Array.from({ length: parts }, (_, at) => `create table ${table}_${at} partition of ${table} for values with (modulus ${parts}, remainder ${at})`).join(';')};
      ${indexes.map(({ indexdef }) => String(indexdef).replace(/INDEX (\S+) ON public\.findings /, `INDEX $1_${parts} ON ${table} `)).join(';')};
      insert into ${table} select * from findings;
      alter table ${table} owner to plumbline_owner;
      grant select on ${table} to plumbline_app;
      call guard_tenant('${table}')`)
    await engine.administer(`analyze ${table}`)
  }
  const times: string[] = []
  await engine.administer(`
    begin;
    select set_config('role', 'plumbline_app', true), set_config('app.tenant_id', '${player.tenantId}', true)`)
  for (const tenant of [`tenant_id = '${player.tenantId}' and`, '']) {
    let plan = ''
    for (let time = 0; time < 5; time += 1) {
      const lines = await engine.administer(`
        explain (analyze, summary)
        select id, uid, status from ${table}
         where ${tenant} provider_id = '${player.providerId}' and status = 2 and removed_at is null
         order by severity desc, id desc limit 100`)
      plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n')
    }
    times.push(/Planning Time: (.*)/.exec(plan)?.[1] ?? 'no plan')
  }
  await engine.administer('rollback')
  return `${parts} partitions: a page is planned in ${times[0]}, and in ${times[1]} if only the policy names the tenant`
}

export async function measureGrowth(engine: Engine, live: number, say: Say): Promise<void> {
  const all: Tenant[] = []
  for (let seed = 1; seed <= tenants; seed += 1) {
    const account = new SyntheticAccount(Math.ceil(live / tenants), seed)
    all.push({ player: await Player.join(engine), account })
  }
  say(`first scan: ${await scanAll(engine, all, 0)}`)
  for (const line of await sizesOf(engine, live)) say(line)
  for (const day of [1, 2]) say(`unchanged scan: ${await scanAll(engine, all, day)}`)
  for (let day = 3; day < 3 + changedDays; day += 1) {
    for (const { account } of all) account.change()
    say(`scan with changes: ${await scanAll(engine, all, day)}`)
  }
  for (const line of await sizesOf(engine, live)) say(line)
  const [first] = all
  for (const parts of [0, 16, 64, 256]) if (first) say(await planned(engine, parts, first))
}
