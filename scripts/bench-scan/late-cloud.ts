/** How long a scan takes of a cloud that answers late, beside the least time that the limits of calls allow. */
import { syntheticAccount, startFixtureCloud } from '../../scanner/testing/index.ts'
import { aws } from '../../scanner/index.ts'
import type { PostgresService } from '../services.ts'
import { familyTime, processorTime } from './processes.ts'
import { openProduct } from './product.ts'

/** The regions that are enabled by default. */
const regions =
  'us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 eu-central-1 eu-west-1 eu-west-2 eu-west-3 ' +
  'eu-north-1 ap-south-1 ap-southeast-1 ap-southeast-2 ap-northeast-1 ap-northeast-2 ap-northeast-3'

export interface LateScan {
  readonly calls: number
  /** Of the product and of PostgreSQL, in µs. */
  readonly processorTime: number
  /** From POST /scans until its end is heard. */
  readonly seconds: number
  /** What the calls take when all limits are always full: over all of them, and of each API in each region. */
  readonly leastSeconds: number
  /** The API and region that takes the longest, when it decides. */
  readonly decides: string
}

interface Called {
  readonly service: string
  readonly region: string
}

function leastTime(calls: readonly Called[], latencySeconds: number): [string, number] {
  const { each, overall, perSecond } = aws.limits
  let least: [string, number] = ['all calls together', (calls.length * latencySeconds) / overall]
  const byKey = Map.groupBy(calls, ({ service, region }) => `${service} in ${region}`)
  for (const [key, { length }] of byKey) {
    const seconds = Math.max((length * latencySeconds) / each, length / perSecond - 1) // one burst is free
    if (seconds > least[1]) least = [key, seconds]
  }
  return least
}

export async function lateScan(
  service: PostgresService,
  resources: number,
  latencyMs: number,
): Promise<LateScan> {
  const account = syntheticAccount({ seed: 11, resources })
  account.regions = regions.split(' ').map((name) => ({ name, optIn: 'opt-in-not-required' }))
  const cloud = await startFixtureCloud({ accounts: [account] })
  try {
    const product = await openProduct(service, `late_${resources}`, cloud.url)
    try {
      cloud.script({ match: {}, do: 'late', ms: latencyMs })
      cloud.calls.length = 0
      const spent = (): number => processorTime(product.pid) + familyTime(product.database.pid)
      const [startedMs, before] = [performance.now(), spent()]
      const scan = await product.api.scan(product.provider)
      await product.api.follow(scan, () => {})
      const seconds = (performance.now() - startedMs) / 1_000
      const [decides, leastSeconds] = leastTime(cloud.calls, latencyMs / 1_000)
      const calls = cloud.calls.length
      return { calls, processorTime: spent() - before, seconds, leastSeconds, decides }
    } finally {
      await product.stop()
    }
  } finally {
    await cloud.close()
  }
}
