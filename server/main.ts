/** Starts the API and the worker of a server, and stops them. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, type Built, type More } from './build.ts'
import { checkStreams, diskOf } from './from-config.ts'
import { open } from './opened.ts'
import { startMetrics } from './product-metrics.ts'
import type { Surroundings } from './services.ts'
import { version } from './platform/version.ts'
import { warnOfSeparation } from './warnings.ts'
import { startBeats } from './worker-beat.ts'
import { ping } from './platform/db/index.ts'
import type { DiskSettings, DiskSpace } from './platform/disk-space.ts'
import { endAll } from './platform/ends.ts'
import { health, serve, serveApp } from './platform/http/index.ts'
import type { MetricsServer } from './platform/metrics/index.ts'
import { exposition } from './platform/streams/index.ts'
import { Worker, workerDefaults, type WorkerSettings } from './platform/tasks/index.ts'

/** Paths of the public contract that take no method: single rows of these are never requested. */
const blocked = ['/compliance-overviews/:id', '/finding-groups/:id']

export interface Product {
  /** Where the API answers, `http://127.0.0.1:8080`; null for a worker. */
  readonly address: string | null
  /** Where Prometheus reads, when a port is set for it. */
  readonly metrics: string | null
  /** Stops taking requests and work, hands leases back, ends streams. The database stays open. */
  stop(): Promise<void>
}

export interface Start extends Surroundings, More {
  readonly sweepMs?: number
  /** How patient background work is with a database that is unavailable. */
  readonly patience?: Partial<Pick<WorkerSettings, 'postponing' | 'retries'>>
  /** Bytes that are free on the disk of the embedded database. */
  readonly freeBytes?: DiskSettings['freeBytes']
  /** Which halves run: the API, background work, or both. */
  readonly parts?: { readonly api: boolean; readonly worker: boolean }
  /** Aborts the start between two steps. */
  readonly signal?: AbortSignal
}

function workerOf(
  { kinds, sweeps, services: { config, database, log } }: Built,
  disk: DiskSpace | undefined,
  { sweepMs = config.leaseSeconds * 250, patience }: Pick<Start, 'sweepMs' | 'patience'>,
): Worker {
  const settings = {
    ...workerDefaults,
    ...patience,
    concurrency: config.concurrentScans,
    leaseSeconds: config.leaseSeconds,
    pollMs: Math.min(workerDefaults.pollMs, sweepMs),
    pollWithHintsMs: Math.min(workerDefaults.pollWithHintsMs, sweepMs),
    sweepMs,
    disk,
  }
  return new Worker(database, kinds, { sweeps, settings, log })
}

export async function start(given: Start): Promise<Product> {
  const { config, log, now = Date.now, parts = { api: true, worker: config.worker } } = given
  const { database, ...opened } = await open(given, parts)
  const built = build({ ...given, database }, opened)
  if (!opened.backend && parts.api !== parts.worker) warnOfSeparation(config, log)
  const { endpoints, loaders, services } = built
  const { streams, metrics, mail, outbox } = services
  const disk = diskOf(config, database, { now, log, freeBytes: given.freeBytes })
  const worker = parts.worker ? workerOf(built, disk, given) : null
  const { authenticate, limits, vault, proxySeen: forwarded } = services
  const { answered } = metrics
  const http = { disk, limits, blocked, answered, forwarded }
  const serving = { database, authenticate, loaders, vault, ...http }
  const app = parts.api ? serve(endpoints, serving, config, log) : null
  const stopping = new AbortController()
  const sending: Promise<void>[] = []
  let isStopping = false
  let counts: MetricsServer | undefined
  let stopBeats = (): void => {}
  const close = [
    () => streams.end(),
    () => app?.close(),
    () => streams.close(),
    () => opened.shared?.close(),
    () => counts?.close(),
    () => stopBeats(),
    () => {
      stopping.abort()
      return Promise.all(sending)
    },
  ]
  try {
    given.signal?.throwIfAborted()
    checkStreams(config, streams.declared)
    const text = async (): Promise<string> =>
      (await metrics.text()) + exposition(streams.counters())
    counts = await startMetrics(config, text, log)
    await worker?.start()
    if (!parts.api) stopBeats = startBeats(config.dataDir, () => ping(database))
    if (worker && mail) sending.push(mail.outbox.work(database, mail.send, log, stopping.signal))
    if (worker) sending.push(outbox.work(stopping.signal))
    if (app && given.app) serveApp(app, given.app)
    if (app) health(app, database, { version, isStopping: () => isStopping, now })
    await app?.listen({ host: config.host, port: config.port })
  } catch (error) {
    await endAll(() => worker?.stop(), ...close).catch(() => {}) // the startup error is more useful
    throw error
  }
  return {
    address: app ? addressOf(app.server.address() as AddressInfo) : null,
    metrics: counts?.address ?? null,
    async stop() {
      isStopping = true
      const drained = async (): Promise<void> => {
        await sleep(config.leaveSeconds * 1_000)
        await streams.drain(config.drainSeconds)
      }
      const working = worker?.stop() // side by side with the listeners
      working?.catch(() => {})
      await endAll(
        () => app && drained(),
        () => working,
        ...close,
      )
    },
  }
}

const addressOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
