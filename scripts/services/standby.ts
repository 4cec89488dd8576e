import { clusterIn, inTemporaryFolder, type Service } from '../services.ts'

export interface Standby extends Service {
  /** The process of the server. */
  readonly pid: number
  /** Stops and continues the replay of what the primary writes. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/**
 * A hot standby of the test server at this port, which replays what that writes; with `isCopy`, a separate primary with
 * its content, as a restored copy of its disk.
 */
export const startStandby = (primaryPort: number, { isCopy = false } = {}): Promise<Standby> =>
  inTemporaryFolder('plumbline-standby-', async (folder) => {
    const cluster = await clusterIn(folder)
    const from = ['-d', `host=127.0.0.1 port=${primaryPort} user=admin`]
    const copy = ['--checkpoint=fast', '--no-sync', ...(isCopy ? [] : ['--write-recovery-conf'])]
    await cluster.program('pg_basebackup', ...from, ...copy)
    const child = await cluster.start()
    const administer = async (statement: string): Promise<void> => {
      const { administrator } = await import('../../server/platform/db/postgres.ts')
      const session = await administrator(cluster.adminUrl())
      await session.run(statement).finally(() => session.close())
    }
    const started = {
      port: cluster.port,
      pid: child.pid ?? 0,
      pause: () => administer('select pg_wal_replay_pause()'),
      resume: () => administer('select pg_wal_replay_resume()'),
    }
    return { started, child }
  })
