/** What the product counts of itself for Prometheus, in addition to its event streams. */
import { BadSetting, type Config } from './config.ts'
import type { Listeners } from './features/scans/index.ts'
import { type Database, sql } from './platform/db/index.ts'
import type { Log } from './platform/log.ts'
import {
  type Measured,
  Metrics,
  type MetricsServer,
  serveMetrics,
} from './platform/metrics/index.ts'
import { HandedBack, type TaskKind } from './platform/tasks/index.ts'

/** How old counts of the whole installation may be: several readers share one query. */
const validMs = 10_000

/** Values from the database; empty until first read, and unchanged while it does not respond. */
interface Stored {
  readonly at: number
  readonly size: number
  readonly work: readonly { readonly kind: string; readonly name: string; readonly count: string }[]
  readonly deliveries: readonly {
    readonly target: string
    readonly waiting: string
    readonly oldest_seconds: number
  }[]
}

const read = (database: Database, at: number): Promise<Stored> =>
  database.outsideTenants(async (tx) => {
    const [{ size }, work, deliveries] = await Promise.all([
      tx.single<{ size: string }>(sql`select pg_database_size(current_database())::text as size`),
      tx.rows<Stored['work'][number]>(sql`select kind, name, count::text from count_work()`),
      tx.rows<Stored['deliveries'][number]>(
        sql`select target, waiting::text, oldest_seconds from count_deliveries()`,
      ),
    ])
    return { at, size: Number(size), work, deliveries }
  })

export function productMetrics(database: Database, log: Log, now: () => number) {
  const metrics = new Metrics()
  const requests = metrics.histogram(
    'plumbline_http_request_seconds',
    'Time from a request to the end of its response, by route pattern and status class.',
    'route',
    'method',
    'status',
  )
  const tasks = metrics.histogram(
    'plumbline_task_seconds',
    'Task runs in this process: done, failed or requeued.',
    'task',
    'result',
  )
  const gaveUp = metrics.counter(
    'plumbline_tasks_gave_up_total',
    'Tasks that failed permanently.',
    'task',
  )
  const running = new Map<string, number>()
  metrics.gauge(
    'plumbline_tasks_running',
    'Running tasks in this process.',
    ['task'],
    function* () {
      for (const [name, count] of running) yield [count, name]
    },
  )
  const ended = metrics.counter(
    'plumbline_scans_ended_total',
    'Scans that ended in this process.',
    'result',
  )
  let stored: Stored = { at: Number.NEGATIVE_INFINITY, size: 0, work: [], deliveries: [] }
  const counted = (kind: string): readonly Measured[] =>
    stored.work.flatMap((one) =>
      one.kind === kind ? [[Number(one.count), one.name] as const] : [],
    )
  const ofInstallation = { task: 'queued tasks', state: 'scans', unit: 'units' }
  metrics.gauge('plumbline_tasks_queued', 'Waiting tasks of the installation.', ['task'], () =>
    counted(ofInstallation.task),
  )
  metrics.gauge(
    'plumbline_scans',
    'Waiting and running scans of the installation.',
    ['state'],
    () => counted(ofInstallation.state),
  )
  metrics.gauge(
    'plumbline_scan_units',
    'Units of the running scans of the installation.',
    ['state'],
    () => counted(ofInstallation.unit),
  )
  const attempts = metrics.histogram(
    'plumbline_delivery_seconds',
    'Delivery attempts in this process: delivered, retried later or failed permanently.',
    'target',
    'outcome',
  )
  metrics.gauge(
    'plumbline_deliveries_waiting',
    'Waiting deliveries of the installation.',
    ['target'],
    () => stored.deliveries.map(({ target, waiting }) => [Number(waiting), target] as const),
  )
  metrics.gauge(
    'plumbline_deliveries_oldest_seconds',
    'Age of the oldest waiting delivery since it was queued or replayed.',
    ['target'],
    () => stored.deliveries.map(({ target, oldest_seconds: age }) => [age, target] as const),
  )
  const { sessions, load, statements, transactions, reads } = database.activity
  metrics.gauge('plumbline_database_sessions', 'Maximum connections for transactions.', [], () => [
    [sessions],
  ])
  metrics.gauge(
    'plumbline_database_sessions_used',
    'Connections in use by transactions.',
    [],
    () => [[load().used]],
  )
  metrics.gauge('plumbline_database_waiting', 'Transactions waiting for a connection.', [], () => [
    [load().waiting],
  ])
  metrics.observed('plumbline_database_statement_seconds', 'Duration of statements.', statements)
  metrics.counted(
    'plumbline_database_transactions_total',
    'Completed transactions.',
    ['result'],
    () => Object.entries(transactions).map(([result, count]) => [count, result] as const),
  )
  metrics.counted(
    'plumbline_database_replica_reads_total',
    'Read-only transactions with a replica: run there, or on the primary because it was behind or failed.',
    ['result'],
    () => Object.entries(reads ?? {}).map(([result, count]) => [count, result] as const),
  )
  metrics.gauge('plumbline_database_size_bytes', 'Size of the database.', [], () => [[stored.size]])

  async function refresh(): Promise<void> {
    if (now() - stored.at < validMs) return
    try {
      stored = await read(database, now())
    } catch (error) {
      log.warn('installation metrics could not be read', { error: error as Error })
    }
  }
  return {
    async text(): Promise<string> {
      await refresh()
      return metrics.text()
    },
    answered(route: string, method: string, status: number, seconds: number): void {
      requests(seconds, route, method, `${Math.floor(status / 100)}xx`)
    },
    attempted(target: string, outcome: string, seconds: number): void {
      attempts(seconds, target, outcome)
    },
    /** The same kind of task, counted. */
    task<K extends TaskKind>(kind: K): K {
      const { name } = kind
      return {
        ...kind,
        async run(input, work) {
          const startedMs = performance.now()
          const end = (result: string): void =>
            tasks((performance.now() - startedMs) / 1_000, name, result)
          running.set(name, (running.get(name) ?? 0) + 1)
          try {
            const result = await kind.run(input, work)
            end(result === undefined && !kind.resumed ? 'put back' : 'done')
            return result
          } catch (error) {
            end(work.signal.aborted || error instanceof HandedBack ? 'put back' : 'failed')
            throw error
          } finally {
            running.set(name, (running.get(name) ?? 1) - 1)
          }
        },
        async gaveUp(input, work, failure) {
          await kind.gaveUp(input, work, failure)
          gaveUp(1, name)
        },
      }
    },
    /** The same listeners of scans, whose ends are counted once they are committed. */
    scans: (listeners: Listeners): Listeners => ({
      ...listeners,
      ended(tx, scanId) {
        listeners.ended(tx, scanId)
        tx.afterCommit(() => ended(1, 'done'))
      },
      errored(tx, scanId, failure) {
        listeners.errored(tx, scanId, failure)
        tx.afterCommit(() => ended(1, 'failed'))
      },
    }),
  }
}

/** Serves counts where a port is set for them. */
export async function startMetrics(
  { metricsHost: host, metricsPort: port }: Config,
  read: () => Promise<string>,
  log: Log,
): Promise<MetricsServer | undefined> {
  if (port === null) return undefined
  try {
    const server = await serveMetrics({ host, port }, read)
    log.info('metrics server started', { address: server.address })
    return server
  } catch (error) {
    throw new BadSetting(`METRICS_PORT ${port} cannot be used: ${(error as Error).message}.`)
  }
}
