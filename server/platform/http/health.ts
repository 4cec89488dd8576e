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
 * `/health/live` answers while the process runs. `/health/ready` asks the database, at most every
 * 3 s, and says 503 while it does not answer or the process is leaving.
 */
export function health(
  app: FastifyInstance,
  database: Database,
  { version, leaving, now }: { version: string; leaving: () => boolean; now: () => number },
): void {
  let kept: { at: number; ok: boolean; ms: number } | undefined
  async function ask(): Promise<{ ok: boolean; ms: number }> {
    if (kept && now() - kept.at < keptMs) return kept
    const began = now()
    const ok = await database
      .outsideTenants((tx) => tx.rows(sql`select 1`))
      .then(
        () => true,
        () => false,
      )
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
