/**
 * The queue's own tables, in the schema `pgboss`. They are made by the administrator, like every
 * table; a server only uses them.
 */
import { getConstructionPlans } from 'pg-boss'
import type { Administer } from './migrate.ts'

/** Task names: each has one queue of the same name. */
export type QueueSetup = readonly string[]

const queueName = /^[a-z][a-z-]{0,62}$/

/** Installs the queue's schema once, grants it to the serving role, and makes each queue. */
export async function prepareQueue(administer: Administer, queues: QueueSetup): Promise<void> {
  const [found] = (await administer(
    `select to_regclass('pgboss.version') is not null as there`,
  )) as {
    there: boolean
  }[]
  if (!found?.there) await administer(getConstructionPlans('pgboss'))
  await administer(`
    grant usage on schema pgboss to plumbline_app;
    grant select, insert, update, delete on all tables in schema pgboss to plumbline_app;
    revoke execute on all functions in schema pgboss from public;
    grant execute on all functions in schema pgboss to plumbline_app;
    revoke execute on function pgboss.create_queue, pgboss.delete_queue from plumbline_app`)
  for (const name of queues) {
    if (!queueName.test(name)) throw new Error(`"${name}" cannot name a queue.`)
    await administer(`
      select pgboss.create_queue('${name}', '{"policy":"standard","retryLimit":0}'::jsonb)
       where not exists (select from pgboss.queue where name = '${name}')`)
  }
}
