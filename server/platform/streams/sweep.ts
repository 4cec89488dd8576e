import type { Connection, Hub } from '@plumbline/sse'
import { Problem } from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Database } from '../db/index.ts'
import type { Log } from '../log.ts'
import { callerIn } from '../tenancy/index.ts'

/** Asks again, while streams live, whether their listeners still may. */
export interface Sweep {
  watch(connection: Connection, identity: Identity): void
  stop(): void
}

const everyMs = 30_000
/** Sweeps in a row that the database did not answer, after which nobody is trusted on old word. */
const mostMissed = 3

export function startSweep(hub: Hub, database: Database, log: Log): Sweep {
  const identities = new Map<Connection, Identity>()
  const missed = new Map<string, number>()

  const closeAll = (
    key: string,
    code: 'access_revoked' | 'auth_unavailable',
    detail: string,
  ): void => {
    hub.closeWhere(
      (connection) => {
        const identity = identities.get(connection)
        return identity !== undefined && keyOf(identity) === key
      },
      code,
      detail,
    )
  }

  async function ask(key: string, identity: Identity): Promise<void> {
    try {
      await database.inTenant(identity.tenantId, (tx) => callerIn(tx, identity))
      missed.delete(key)
    } catch (error) {
      if (error instanceof Problem) return closeAll(key, 'access_revoked', 'Your access has ended.')
      const times = (missed.get(key) ?? 0) + 1
      missed.set(key, times)
      log.warn('listeners could not be checked', { error: error as Error, times })
      if (times >= mostMissed)
        closeAll(key, 'auth_unavailable', 'Your access could not be checked.')
    }
  }

  async function turn(): Promise<void> {
    const open = new Set(hub.connections())
    for (const connection of identities.keys())
      if (!open.has(connection)) identities.delete(connection)
    const distinct = new Map(
      [...identities.values()].map((identity) => [keyOf(identity), identity]),
    )
    for (const [key, identity] of distinct) await ask(key, identity)
  }

  const timer = setInterval(() => void turn(), everyMs)
  timer.unref()
  return {
    watch: (connection, identity) => void identities.set(connection, identity),
    stop: () => clearInterval(timer),
  }
}

const keyOf = ({ tenantId, userId, credentialId }: Identity): string =>
  `${tenantId} ${userId} ${credentialId}`
