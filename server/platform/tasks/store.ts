import { type Sql, sql, type Statements, type SystemTx, type Tx } from '../db/index.ts'
import { newId } from '../ids.ts'
import type { Lease } from './leases.ts'
import type { Task } from './resource.ts'
import { wake } from './wake.ts'

/** `metadata` is what is told of it beside what was kept when it was queued. */
export const columnsWith = (metadata: Sql): Sql => sql`
  t.id, t.inserted_at, t.completed_at, t.name, t.state, t.result, t.task_args, ${metadata} as metadata`
export const columns = columnsWith(sql`t.metadata`)

export interface NewTask {
  readonly input: object
  readonly id?: string
  readonly provider_id?: string
  /** Who asked for it. */
  readonly user_id?: string | null
  readonly task_args?: object
  readonly metadata?: object
  /** It is not begun before; fewer than ten, after which a sweep takes a waiting task for lost. */
  readonly afterSeconds?: number
}

/**
 * The task and the job that wakes a worker for it. A tenant's k-th waiting task of a kind has priority
 * -k, so that one tenant's flood does not make another wait. The job is inserted by statement, which
 * needs no cache of the queue's: a cold cache would ask outside the transaction.
 */
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
  const job_id = newId()
  const [row] = await Promise.all([
    tx.single<Task>(sql`
      insert into tasks as t (tenant_id, id, job_id, name, provider_id, user_id, input, task_args, metadata)
      values (${tx.tenantId}, ${id}, ${job_id}, ${name}, ${provider_id}, ${user_id}, ${JSON.stringify(input)}::jsonb,
              ${JSON.stringify(task_args)}::jsonb, ${JSON.stringify(metadata)}::jsonb)
      returning ${columns}`),
    insertJob(tx, name, job_id, id, afterSeconds),
  ])
  tx.afterCommit(wake)
  return row
}

function insertJob(
  tx: Tx,
  name: string,
  job_id: string,
  task_id: string,
  afterSeconds = 0,
): Promise<number> {
  const data = JSON.stringify({ tenant_id: tx.tenantId, task_id })
  return tx.run(sql`
    insert into pgboss.job (id, name, data, priority, retry_limit, policy, start_after)
    select ${job_id}::uuid, ${name}, ${data}::jsonb, 1 - count(*)::int, 0, 'standard',
           now() + make_interval(secs => ${afterSeconds})
      from tasks
     where tenant_id = ${tx.tenantId} and name = ${name} and state = 'available'`)
}

/** Wakes a worker for a task that is already there and has not ended. */
export async function again(tx: Tx, task_id: string): Promise<void> {
  const found = await tx.maybe<{ name: string }>(sql`
    select name
      from tasks
     where tenant_id = ${tx.tenantId} and id = ${task_id} and state in ('available', 'executing')`)
  if (!found) return
  await insertJob(tx, found.name, newId(), task_id)
  tx.afterCommit(wake)
}

export interface Claimed {
  readonly name: string
  readonly input: unknown
  readonly state: string
  readonly attempts: number
}

export const read = (tx: Tx, id: string): Promise<Claimed | undefined> =>
  tx.maybe<Claimed>(sql`
    select name, input, state, attempts from tasks where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Takes a task that waits, or whose holder has stopped renewing. Nothing: it is somebody else's. */
export const claim = (tx: Tx, id: string, leaseSeconds: number): Promise<Claimed | undefined> =>
  tx.maybe<Claimed>(sql`
    update tasks
       set state = 'executing',
           attempts = attempts + 1,
           started_at = coalesce(started_at, now()),
           lease_until = now() + make_interval(secs => ${leaseSeconds})
     where tenant_id = ${tx.tenantId}
       and id = ${id}
       and (state = 'available' or (state = 'executing' and lease_until < now()))
    returning name, input, state, attempts`)

/** Whether a task about this provider runs under a lease; `provider` is the SQL of its id. */
export const held = (tx: Tx, id: string, provider: Sql): Sql => sql`
  exists (select from tasks t
           where t.tenant_id = ${tx.tenantId} and t.id = ${id} and t.provider_id = ${provider}
             and t.state = 'executing' and t.lease_until > now())`

export const leaseOf = (id: string, { attempts: value }: Claimed): Lease => ({
  table: 'tasks',
  id,
  fence: { column: 'attempts', value },
  state: 'executing',
})

/**
 * Ends a task; an ended one stays as it ended. A worker gives its `claim`, the number of attempts that
 * it claimed with: one that has lost the task since ends nothing.
 */
export async function end(
  tx: Tx,
  id: string,
  state: 'completed' | 'failed' | 'cancelled',
  result: object | null,
  claim: number | null = null,
): Promise<boolean> {
  const ended = await tx.run(sql`
    update tasks
       set state = ${state}, result = ${result && JSON.stringify(result)}::jsonb, completed_at = now(),
           lease_until = null
     where tenant_id = ${tx.tenantId} and id = ${id} and state in ('available', 'scheduled', 'executing')
       and attempts = coalesce(${claim}::int, attempts)`)
  return ended === 1
}

export const execute = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update tasks
       set state = 'executing', started_at = coalesce(started_at, now())
     where tenant_id = ${tx.tenantId} and id = ${id} and state in ('available', 'scheduled')`)

/** Hands a lease back, so that another worker need not wait for its end. */
export const release = (tx: Tx, id: string, attempts: number): Promise<number> =>
  tx.run(sql`
    update tasks
       set state = 'available', lease_until = null, attempts = attempts - 1
     where tenant_id = ${tx.tenantId} and id = ${id} and attempts = ${attempts} and state = 'executing'`)

export interface Expired {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
}

export const expired = (tx: SystemTx, most: number): Promise<Expired[]> =>
  tx.rows<Expired>(sql`select tenant_id, id, name from find_expired_tasks(${most})`)

export const oneTask = async (
  tx: Statements & { tenantId: string },
  id: string,
): Promise<Task | undefined> => {
  const [task] = await tx.rows<Task>(
    sql`select ${columns} from tasks t where t.tenant_id = ${tx.tenantId} and t.id = ${id}`,
  )
  return task
}
