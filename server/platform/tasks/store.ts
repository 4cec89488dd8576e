import { type Sql, sql, type Statements, type SystemTx, type Tx } from '../db/index.ts'
import { Hints } from '../due/index.ts'
import { newId } from '../ids.ts'
import type { Lease } from './leases.ts'
import type { Free } from './places.ts'
import type { Task } from './resource.ts'
import type { Failure } from './task.ts'

/** Tells workers of tasks that are due. */
export const queued = new Hints('tasks')

/** `metadata` is merged into the metadata it was queued with. */
export const columnsWith = (metadata: Sql): Sql => sql`
  t.id, t.inserted_at, t.started_at, t.completed_at, t.name, t.state, t.result, t.task_args, ${metadata} as metadata`
export const columns = columnsWith(sql`t.metadata`)

export interface NewTask {
  readonly input: object
  readonly id?: string
  readonly provider_id?: string
  /** The user who requested it. */
  readonly user_id?: string | null
  readonly task_args?: object
  readonly metadata?: object
  /** It is not started before. */
  readonly afterSeconds?: number
}

export async function insert(tx: Tx, name: string, task: NewTask): Promise<Task> {
  const {
    input,
    id = newId(),
    provider_id = null,
    user_id = null,
    task_args = {},
    metadata = {},
    afterSeconds = 0,
  } = task
  const [row] = await Promise.all([
    tx.single<Task>(sql`
      insert into tasks as t
             (tenant_id, id, name, provider_id, user_id, input, task_args, metadata, due_at)
      values (${tx.tenantId}, ${id}, ${name}, ${provider_id}, ${user_id}, ${JSON.stringify(input)}::jsonb,
              ${JSON.stringify(task_args)}::jsonb, ${JSON.stringify(metadata)}::jsonb,
              now() + make_interval(secs => ${afterSeconds}))
      returning ${columns}`),
    queued.send(tx),
  ])
  return row
}

/** Wakes a worker for a task that is already there; it does nothing to one that has ended. */
export async function wakeTask(tx: Tx, id: string): Promise<void> {
  await dueIn(tx, id, 0)
  await queued.send(tx)
}

/** No worker looks at a waiting task for so long, unless it is woken. */
export const dueIn = (tx: Tx, id: string, seconds: number): Promise<number> =>
  tx.run(sql`
    update tasks
       set due_at = now() + make_interval(secs => ${seconds})
     where tenant_id = ${tx.tenantId} and id = ${id} and state in ('available', 'executing')`)

export interface Claimed extends Lease {
  readonly input: unknown
  /** Claims in a row that came to nothing, this one included. */
  readonly attempts: number
}

/** Thrown to end work that is another's by now, or over. */
export class LostLease extends Error {
  override name = 'LostLease'
}

export const inputOf = (tx: Tx, id: string): Promise<{ input: unknown } | undefined> =>
  tx.maybe(sql`select input from tasks where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Takes a task that waits, or whose holder has stopped renewing. Undefined: another worker has it. */
export const claim = (tx: Tx, id: string, leaseSeconds: number): Promise<Claimed | undefined> =>
  tx.maybe<Claimed>(sql`
    with free as (
      select id
        from tasks
       where tenant_id = ${tx.tenantId} and id = ${id}
         and (state = 'available' or (state = 'executing' and lease_until < now()))
         for update) -- waits for whoever holds it
    update tasks
       set state = 'executing',
           fence = fence + 1,
           attempts = attempts + 1,
           started_at = coalesce(started_at, now()),
           due_at = now(),
           lease_until = now() + make_interval(secs => ${leaseSeconds})
     where tenant_id = ${tx.tenantId} and id in (select id from free)
    returning id, input, fence, attempts`)

/**
 * Keeps the task for this transaction, which no claim and no end by others can come between; renewals can: the
 * process may be busy within the transaction for longer than its lease. Throws LostLease.
 */
export async function hold(tx: Tx, { id, fence }: Lease): Promise<void> {
  const held = await tx.maybe(sql`
    select 1
      from tasks
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence} and state = 'executing'
       for key share`)
  if (!held) throw new LostLease()
}

/** Locks a task until the transaction ends. Waits for transactions of its worker that have locked it. */
export const lock = (tx: Tx, id: string | null): Promise<number> =>
  tx.run(sql`
    select from tasks where tenant_id = ${tx.tenantId} and id = ${id} for update`)

/**
 * Whether a task about this provider runs under a lease, only this one if `fence` is set; `provider` is the SQL of its
 * id.
 */
export const held = (tx: Tx, id: string, provider: Sql, fence: number | null = null): Sql => sql`
  exists (select from tasks t
           where t.tenant_id = ${tx.tenantId} and t.id = ${id} and t.provider_id = ${provider}
             and t.state = 'executing' and t.lease_until > now()
             and t.fence = coalesce(${fence}::bigint, t.fence))`

/** The columns of a task that makes progress: no attempt has failed, and nothing delays it. */
const progressing = sql`attempts = 0, stalled_since = null`
/** The member of the metadata that shows why a task waits. */
const delayed = 'delayed'

/** Work that progressed has not failed: resets the count of attempts. */
export const progress = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update tasks
       set ${progressing}, metadata = metadata - ${delayed}::text
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Stores the progress: the next worker of the task gets this input, and users see the metadata meanwhile. */
export const advance = (tx: Tx, id: string, input: object, metadata: object): Promise<number> =>
  tx.run(sql`
    update tasks
       set input = ${JSON.stringify(input)}::jsonb, ${progressing},
           metadata = (metadata - ${delayed}::text) || ${JSON.stringify(metadata)}::jsonb
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/**
 * Ends a task; an ended one stays as it ended. A worker passes the `fence` of its claim: one that has lost the task
 * since ends nothing.
 */
export async function end(
  tx: Tx,
  id: string,
  state: 'completed' | 'failed' | 'cancelled',
  result: object | null,
  fence: number | null = null,
): Promise<boolean> {
  const ended = await tx.run(sql`
    with ending as (
      select id
        from tasks
       where tenant_id = ${tx.tenantId} and id = ${id} and state in ('available', 'scheduled', 'executing')
         and fence = coalesce(${fence}::bigint, fence)
         for update) -- waits for whoever holds it
    update tasks
       set state = ${state}, result = ${result && JSON.stringify(result)}::jsonb, completed_at = now(),
           lease_until = null, metadata = metadata - ${delayed}::text
     where tenant_id = ${tx.tenantId} and id in (select id from ending)`)
  return ended === 1
}

export interface Releasing {
  /** Its work already shows, so it stays executing. */
  readonly hasStarted: boolean
  /** No worker looks at it before. */
  readonly afterSeconds: number
}

/**
 * Hands a task back, so that another worker need not wait for the end of its lease; to leave counts for no attempt.
 */
export async function release(
  tx: Tx,
  { id, fence }: Lease,
  { hasStarted, afterSeconds }: Releasing,
): Promise<boolean> {
  const state = hasStarted ? 'executing' : 'available'
  const released = await tx.run(sql`
    update tasks
       set state = ${state}, lease_until = case when ${hasStarted}::boolean then now() end,
           due_at = now() + make_interval(secs => ${afterSeconds}), attempts = greatest(attempts - 1, 0)
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence} and state = 'executing'`)
  return released === 1
}

export interface Postponing {
  /** The pause after the first failure; later ones are a quarter of the time that the task has made no progress. */
  readonly leastSeconds: number
  readonly mostSeconds: number
  /** A task that has made no progress for longer is not postponed. */
  readonly hours: number
}

/**
 * Postpones a task until a temporary problem has passed. This is not an attempt. Its metadata shows the reason. False if
 * it has made no progress for too long, or is no longer held.
 */
export const postpone = async (
  tx: Tx,
  { id, fence }: Lease,
  why: Failure,
  { leastSeconds, mostSeconds, hours }: Postponing,
): Promise<boolean> =>
  (await tx.run(sql`
    update tasks
       set (lease_until, due_at) = (
             select until, until
               from (values (now() + make_interval(secs => least(${mostSeconds}::float8, greatest(
                 ${leastSeconds}::float8,
                 extract(epoch from now() - coalesce(stalled_since, now())) / 4))))) pause (until)),
           attempts = greatest(attempts - 1, 0),
           stalled_since = coalesce(stalled_since, now()),
           metadata = metadata || ${JSON.stringify({ [delayed]: why })}::jsonb
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence} and state = 'executing'
       and coalesce(stalled_since, now()) >= now() - make_interval(hours => ${hours})`)) === 1

export interface Due {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
}

/** The free slots of kinds of tasks that share them. */
export interface Slots extends Free {
  readonly kinds: readonly string[]
  /** The tenant that had the last of them: those after it are next. */
  readonly served?: string | undefined
}

/**
 * Takes tasks that wait, and those whose holder has stopped renewing, of one tenant after the other. For ten seconds no
 * other worker takes them.
 */
export function takeDue(tx: SystemTx, groups: readonly Slots[]): Promise<Due[]> {
  const slots = groups.map(({ kinds, most, except, served }) => ({
    kinds,
    slots: most,
    excluded: except ?? null,
    served: served ?? null,
  }))
  return tx.rows<Due>(sql`
    select t.tenant_id, t.id, t.name
      from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as g (kinds text[], slots int, excluded uuid, served uuid)
     cross join lateral take_due_tasks(g.kinds, g.slots, g.excluded, g.served) t`)
}

export const oneTask = async (
  tx: Statements & { tenantId: string },
  id: string,
): Promise<Task | undefined> => {
  const [task] = await tx.rows<Task>(
    sql`select ${columns} from tasks t where t.tenant_id = ${tx.tenantId} and t.id = ${id}`,
  )
  return task
}
