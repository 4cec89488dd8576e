/** The processor time of the primary for requests of the app, without and with a standby that it reads from. */
import { connectReplica } from '../../server/platform/db/connect.ts'
import { Player } from '../../server/testing/findings-model/player.ts'
import { Client, world } from '../../server/testing/index.ts'
import { startStandby } from '../services/standby.ts'
import { SyntheticAccount } from './account.ts'
import type { Engine } from './engines.ts'
import { ask, fullScan } from './overviews.ts'

const paths: Readonly<Record<string, string>> = {
  'a page of findings': '/findings?page[size]=50&include=resources',
  'a search in findings': '/findings?page[size]=50&filter[search]=bucket',
  'finding groups': '/finding-groups',
  'a page of resources': '/resources?page[size]=50',
  severities: '/overviews/findings_severity',
  'one provider': '/providers?page[size]=1',
}
const times = 60

type Seconds = ReadonlyMap<string, number>

/** Seconds of processor time of the primary for `times` requests of each path. */
async function measure(engine: Engine, user: Client): Promise<Seconds> {
  const found = new Map<string, number>()
  for (const [name, path] of Object.entries(paths)) {
    for (let warm = 0; warm < 10; warm += 1) await ask(user, path)
    const before = await engine.processorSeconds()
    for (let run = 0; run < times; run += 1) await ask(user, path)
    found.set(name, (await engine.processorSeconds()) - before)
  }
  return found
}

const sum = (seconds: Seconds): number => [...seconds.values()].reduce((all, one) => all + one, 0)

/** A tenant of one account with so many live findings. Returns the lines of the result. */
export async function measureReplica(engine: Engine, live: number): Promise<string[]> {
  if (!engine.url) throw new Error('The embedded database has no standby.')
  const alone = await world({ test: engine })
  const user = await alone.user()
  const player = await Player.join(engine, user.tenantId)
  await fullScan(engine, player, new SyntheticAccount(live, 7), new Date().toISOString())
  await engine.administer('vacuum analyze')
  const without = await measure(engine, user)
  await alone.close()
  const url = new URL(engine.url)
  const standby = await startStandby(Number(url.port))
  url.port = String(standby.port)
  try {
    const settings = { poolSize: 4, statementTimeoutMs: 600_000, maxLagMs: 10_000 }
    const database = connectReplica(engine.database, { ...settings, url: url.href })
    await database.firstCheck
    const replicated = await world({ test: { ...engine, database } })
    const beside = await measure(engine, new Client(replicated.base, user))
    await replicated.close()
    const line = (name: string, before: number, after: number): string =>
      `${name}: ${before.toFixed(2)} s without, ${after.toFixed(2)} s with a standby, ${Math.round((after / before) * 100)} %`
    return [
      `${times} requests each, processor time of the primary:`,
      ...[...without].map(([name, before]) => line(name, before, beside.get(name) ?? 0)),
      line('all', sum(without), sum(beside)),
    ]
  } finally {
    await standby.stop()
  }
}
