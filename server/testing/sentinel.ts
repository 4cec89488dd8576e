/** Redis with a replica and a Sentinel that promotes it, for tests of a failover. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis, type TestRedis } from './redis.ts'

export interface TestSentinel {
  /** The address with the Sentinel and the name of its primary. */
  readonly url: string
  /** Kills the primary, and starts it as a replica of the promoted one; resolves when another failover is possible. */
  failOver(): Promise<void>
  /** Kills both servers with all of their content, and starts them after a while. */
  loseAll(awayMs: number): Promise<void>
  close(): Promise<void>
}

const name = 'plumbline'
const patienceMs = 60_000

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; ) {
    if (await isSo().catch(() => false)) return
    await sleep(100)
  }
  throw new Error(`It did not happen within ${patienceMs / 1_000} s: ${what}.`)
}

const portOf = ({ url }: TestRedis): number => Number(new URL(url).port)

/** Redis returns the facts of a server as a list of names and values. */
const facts = (reply: unknown): Map<unknown, unknown> => {
  const list = reply as unknown[]
  return new Map(list.flatMap((key, at) => (at % 2 === 0 ? [[key, list[at + 1]] as const] : [])))
}

export async function startSentinel({
  password,
}: {
  password?: string
} = {}): Promise<TestSentinel> {
  const secret = password ? ['--requirepass', password, '--masterauth', password] : []
  const servers = [await startRedis(...secret), await startRedis(...secret)] as const
  let [first, second] = servers
  const follow = (one: TestRedis, other: TestRedis): Promise<unknown> =>
    one.command('replicaof', '127.0.0.1', portOf(other))
  await follow(second, first)
  await until('the replica is connected', async () =>
    String(await first.command('info', 'replication')).includes('state=online'),
  )
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-sentinel-'))
  const file = join(folder, 'sentinel.conf')
  const lines = [
    `dir ${folder}`,
    `sentinel monitor ${name} 127.0.0.1 ${portOf(first)} 1`,
    `sentinel down-after-milliseconds ${name} 2000`,
    `sentinel failover-timeout ${name} 3000`,
    ...(password ? [`sentinel auth-pass ${name} ${password}`] : []),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const sentinel = await startRedis(file, '--sentinel', ...secret.slice(0, 2))
  const ask = async (what: string): Promise<unknown[]> =>
    (await sentinel.command('sentinel', what, name)) as unknown[]
  const primaryPort = async (): Promise<number> => Number((await ask('get-master-addr-by-name'))[1])
  const isCalm = async (): Promise<boolean> => facts(await ask('master')).get('flags') === 'master'
  /** On a busy machine Sentinel may take a live primary for dead, and promote the other one again. */
  const order = async (): Promise<void> => {
    if ((await primaryPort()) === portOf(second)) [first, second] = [second, first]
  }
  const isReady = async (): Promise<boolean> => {
    await order()
    const [replica] = await ask('replicas')
    const known = facts(replica)
    return (
      (await isCalm()) &&
      known.get('flags') === 'slave' &&
      known.get('master-link-status') === 'ok' &&
      known.get('master-port') === String(portOf(first))
    )
  }
  await until('Sentinel knows both servers', isReady)
  /** Faults one after the other, however long each takes. */
  let faults: Promise<void> = Promise.resolve()
  const fault = (work: () => Promise<void>): Promise<void> => {
    const run = faults.catch(() => {}).then(work)
    faults = run
    return run
  }
  const restoreReplica = async (): Promise<void> => {
    await second.restart()
    await order()
    await follow(second, first)
    await until('Sentinel knows both servers', isReady)
  }
  return {
    url: `redis+sentinel://${password ? `:${password}@` : ''}127.0.0.1:${portOf(sentinel)}/${name}`,
    failOver: () =>
      fault(async () => {
        await order()
        first.signal('SIGKILL')
        await until('the replica is promoted', async () => (await primaryPort()) === portOf(second))
        await order()
        await restoreReplica()
      }),
    loseAll: (awayMs) =>
      fault(async () => {
        for (const one of servers) one.signal('SIGKILL')
        await sleep(awayMs)
        await order()
        await first.restart()
        await until('Sentinel sees the empty primary', isCalm)
        await restoreReplica()
      }),
    async close() {
      await faults.catch(() => {})
      for (const one of [sentinel, ...servers]) await one.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
