import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Database, sql } from '../db/index.ts'

const text = (status: 'pass' | 'fail', version: string, checks?: object): Buffer =>
  Buffer.from(
    JSON.stringify({
      status,
      version: 'v1',
      releaseId: version,
      serviceId: 'plumbline',
      description: 'Plumbline API',
      ...(checks && { checks }),
    }),
  )

const mediaType = 'application/health+json'
const keptMs = 3_000

/**
 * `/health/live` answers while the process runs. `/health/ready` asks the database, one question at a
 * time and at most one every 3 s, and says 503 while it does not answer within `patienceMs` or the
 * process is leaving.
 */
export function health(
  app: FastifyInstance,
  database: Database,
  {
    version,
    leaving,
    now,
    patienceMs = 5_000,
  }: { version: string; leaving: () => boolean; now: () => number; patienceMs?: number },
): void {
  let kept: { at: number; ok: boolean; ms: number } | undefined
  let asking: Promise<boolean> | undefined
  const answers = (): Promise<boolean> =>
    database
      .outsideTenants((tx) => tx.rows(sql`select 1`))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = undefined))
  async function ask(): Promise<{ ok: boolean; ms: number }> {
    if (kept && now() - kept.at < keptMs) return kept
    const began = now()
    asking ??= answers()
    const ok = await Promise.race([asking, sleep(patienceMs, false, { ref: false })])
    kept = { at: now(), ok, ms: now() - began }
    return kept
  }
  app.get('/health/live', async (_request, reply) => {
    await reply.header('Content-Type', mediaType).send(text('pass', version))
  })
  app.get('/health/ready', async (_request, reply) => {
    const { ok, ms } = await ask()
    const status = ok && !leaving() ? 'pass' : 'fail'
    const database = {
      status: ok ? 'pass' : 'fail',
      componentType: 'datastore',
      observedValue: ms,
      observedUnit: 'ms',
    }
    await reply
      .code(status === 'pass' ? 200 : 503)
      .header('Content-Type', mediaType)
      .send(text(status, version, { 'database:responseTime': [database] }))
  })
}
