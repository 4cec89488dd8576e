/** Measures the functions that read work of all tenants, with 10,000 tenants and 50,000 accounts whose scans are due. */
import { type Engine, processorSecondsOf } from './engines.ts'

const tenants = 10_000
const fill = `
  insert into tenants (id, name) select gen_random_uuid(), 'A tenant' from generate_series(1, ${tenants});
  insert into users (id, email, name, password_hash)
  select id, id || '@plumbline.example', 'A user', '' from tenants;
  insert into memberships (tenant_id, id, user_id, role) select id, id, id, 'owner' from tenants;
  insert into roles (tenant_id, id, name, unlimited_visibility) select id, id, 'admin', true from tenants;
  insert into user_roles (tenant_id, user_id, role_id) select id, id, id from tenants;
  insert into providers (tenant_id, id, provider, uid)
  select t.id, gen_random_uuid(), 'aws', n::text from tenants t, generate_series(1, 5) n;
  insert into schedules (tenant_id, provider_id, scan_frequency, scan_hour, anchor_at, next_scan_at)
  select tenant_id, id, 'DAILY', 3, now(), now() - interval '1 minute' from providers;
  insert into tasks (tenant_id, id, name) select tenant_id, id, 'scan-perform' from providers;
  insert into tasks (tenant_id, id, name, state)
  select t.id, gen_random_uuid(), 'scan-perform', 'completed' from tenants t, generate_series(1, 60);
  insert into scans (tenant_id, id, provider_id, kind, trigger) select tenant_id, id, id, 1, 'manual' from providers;
  insert into scans (tenant_id, id, provider_id, kind, trigger, state)
  select p.tenant_id, gen_random_uuid(), p.id, 1, 'manual', 'completed' from providers p, generate_series(1, 10)`

const kinds = ['scan-perform', ...Array.from({ length: 19 }, (_, at) => `another-${at}`)]
const listeners = 'from (select user_id, row_number() over () n from memberships limit 1000) m'
const calls: readonly (readonly [what: string, query: string, times: number])[] = [
  [
    'claim of 8 tasks',
    `select count(*) from take_due_tasks('{${kinds.join()}}', 8, null, null)`,
    100,
  ],
  ['search for due schedules', 'select count(*) from find_due_schedules(20)', 20],
  ['claim of a delivery, none is due', `select count(*) from claim_delivery(60, '{}')`, 100],
  ['counts for metrics', 'select count(*) from count_work()', 20],
  [
    'permissions of 1,000 streams of 1,000 tenants',
    `select count(*) from listener_rights(
       (select array_agg(user_id order by n) ${listeners}), (select array_agg(n::int order by n) ${listeners}),
       (select array_agg(user_id order by n) ${listeners}), array_fill(null::uuid, '{1000}'), array_fill(0, '{1000}'))`,
    10,
  ],
]

/** As the administrator: the functions have the rights of their owner. */
export async function measureAllTenants(
  engine: Engine,
  say: (line: string) => void,
): Promise<void> {
  await engine.administer(fill)
  await engine.administer('vacuum analyze')
  const [backend] = await engine.administer('select pg_backend_pid() as pid')
  const pid = Number(backend?.['pid'])
  for (const [what, query, times] of calls) {
    await engine.administer('begin')
    await engine.administer(query)
    const before = processorSecondsOf(pid)
    for (let time = 0; time < times; time += 1) await engine.administer(query)
    const each = ((processorSecondsOf(pid) - before) * 1_000) / times
    await engine.administer('rollback')
    say(`${what}: ${each.toFixed(1)} ms of processor time`)
  }
}
