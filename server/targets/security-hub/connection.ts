import { type AwsAccess, awsAccount } from '../../platform/aws/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { signedIn } from '../aws.ts'
import { NotDelivered } from '../target.ts'
import { describeHub, type Hub, listEnabledProductsForImport } from './security-hub.ts'

/** Regions that are called concurrently. */
const together = 5

/** No hub, no access to it, or no such service in the region: a retry would not help. */
const lasting: ReadonlySet<string> = new Set([
  'not_found',
  'unauthorised',
  'unreachable',
  'refused_address',
])

/** Why a region has no usable hub; undefined if it has one. Throws temporary failures: then it is unknown. */
async function lackOf(hub: Hub): Promise<NotDelivered | undefined> {
  try {
    await describeHub(hub)
    await listEnabledProductsForImport(hub)
    return undefined
  } catch (error) {
    if (error instanceof NotDelivered && lasting.has(error.code)) return error
    throw error
  }
}

/**
 * Signs in and checks each region of the account for a hub. Throws NotDelivered where the account cannot be entered, or
 * no region has one.
 */
export async function testConnection(
  access: AwsAccess,
  egress: Egress,
  signal: AbortSignal,
): Promise<{ readonly account: string; readonly regions: Readonly<Record<string, boolean>> }> {
  const account = await signedIn(awsAccount(access, egress, signal))
  const names = await signedIn(account.regions())
  const { endpoint } = access
  const lacks: (NotDelivered | undefined)[] = []
  for (let at = 0; at < names.length; at += together) {
    const some = names.slice(at, at + together)
    const hubs = some.map((region) => ({ account, region, endpoint, egress, signal }))
    lacks.push(...(await Promise.all(hubs.map(lackOf))))
  }
  if (!lacks.includes(undefined)) {
    const [worst] = lacks.toSorted((a, b) => Number(isAbsent(a)) - Number(isAbsent(b)))
    if (worst && !isAbsent(worst)) throw worst
    const { account: number } = account
    throw new NotDelivered(
      'not_found',
      `Security Hub is not enabled in any of the ${names.length} regions of ${number}.`,
    )
  }
  const regions = Object.fromEntries(names.map((name, at) => [name, lacks[at] === undefined]))
  return { account: account.account, regions }
}

const isAbsent = (lack: NotDelivered | undefined): boolean => lack?.code === 'not_found'
