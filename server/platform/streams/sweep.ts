import { Problem } from '@plumbline/jsonapi'
import type { CloseCode, Connection, Hub } from '@plumbline/sse'
import type { Log } from '../log.ts'

/** Asks again, while streams live, whether their listeners still may. */
export interface Sweep {
  /** `ask` throws a Problem when the listener may not any more, anything else when nobody knows. */
  watch(connection: Connection, ask: () => Promise<void>): void
  stop(): void
}

/** Questions in a row without an answer, after which nobody is trusted on old word. */
const mostMissed = 3

interface Watched {
  readonly ask: () => Promise<void>
  missed: number
}

export function startSweep(hub: Hub, log: Log, everyMs: number): Sweep {
  const watched = new Map<Connection, Watched>()

  const close = (connection: Connection, code: CloseCode, detail: string): void => {
    watched.delete(connection)
    connection.close(code, detail)
  }

  async function ask(connection: Connection, one: Watched): Promise<void> {
    try {
      await one.ask()
      one.missed = 0
    } catch (error) {
      if (error instanceof Problem && error.status < 500)
        return close(connection, 'access_revoked', 'Your access has ended.')
      one.missed += 1
      log.warn('a listener could not be checked', { error: error as Error, times: one.missed })
      if (one.missed >= mostMissed)
        close(connection, 'auth_unavailable', 'Your access could not be checked.')
    }
  }

  /** One after the other: the listeners of a process never take more than one connection. */
  async function turn(): Promise<void> {
    const open = new Set(hub.connections())
    for (const [connection, one] of watched) {
      if (open.has(connection)) await ask(connection, one)
      else watched.delete(connection)
    }
  }

  let timer: NodeJS.Timeout
  let stopped = false
  const later = (): void => {
    if (stopped) return
    // Jittered, so that processes started together do not ask together.
    timer = setTimeout(() => void turn().finally(later), everyMs * (0.9 + Math.random() * 0.2))
    timer.unref()
  }
  later()
  return {
    watch: (connection, question) => void watched.set(connection, { ask: question, missed: 0 }),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
