import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { type Database, ping } from '../db/index.ts'

const mediaType = 'application/health+json'
const validMs = 3_000

interface HealthSettings {
  readonly version: string
  readonly isStopping: () => boolean
  readonly now: () => number
  readonly patienceMs?: number
}

/**
 * `/health/live` answers while the process runs. `/health/ready` queries the database, one query at a time and at most
 * every 3 s, and returns 503 while it does not answer within `patienceMs` or the process is stopping.
 */
export function health(
  app: FastifyInstance,
  database: Database,
  { version, isStopping, now, patienceMs = 5_000 }: HealthSettings,
): void {
  const about = { version: 'v1', releaseId: version, serviceId: 'plumbline' }
  const text = (status: 'pass' | 'fail', checks?: object): Buffer =>
    Buffer.from(JSON.stringify({ status, ...about, description: 'Plumbline API', checks }))
  let last: { at: number; ok: boolean; ms: number } | undefined
  let asking: Promise<boolean> | undefined
  const ask = async (): Promise<boolean> => {
    try {
      await ping(database)
      return true
    } catch {
      return false
    } finally {
      asking = undefined
    }
  }
  async function look(): Promise<{ ok: boolean; ms: number }> {
    if (last && now() - last.at < validMs) return last
    const startedMs = now()
    asking ??= ask()
    const ok = await Promise.race([asking, sleep(patienceMs, false, { ref: false })])
    last = { at: now(), ok, ms: now() - startedMs }
    return last
  }
  const probe = (url: string, handler: RouteHandlerMethod): void =>
    void app.route({ method: ['GET', 'HEAD'], url, handler })
  probe('/health/live', async (_request, reply) => {
    await reply.header('Content-Type', mediaType).send(text('pass'))
  })
  probe('/health/ready', async (_request, reply) => {
    const { ok, ms } = await look()
    const status = ok && !isStopping() ? 'pass' : 'fail'
    const time = { componentType: 'datastore', observedValue: ms, observedUnit: 'ms' }
    const checks = { 'database:responseTime': [{ status: ok ? 'pass' : 'fail', ...time }] }
    reply.code(status === 'pass' ? 200 : 503).header('Content-Type', mediaType)
    await reply.send(text(status, checks))
  })
}
