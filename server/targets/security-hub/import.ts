import { type AwsAccess, awsAccount } from '../../platform/aws/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { signedIn } from '../aws.ts'
import { type ForwardedFinding, NotDelivered } from '../target.ts'
import { limits } from './limits.ts'
import { type AsffFinding, renderFinding } from './rendering.ts'
import { batchImportFindings, type Hub, HubRefused, type Refused } from './security-hub.ts'

export interface ImportOptions {
  /** Whose findings these are: the id of the integration. What vanished of them is archived, and of no other's. */
  readonly source: string
  /** The key of a finding for `archiveMissing`: short, and the same for the same uid. */
  readonly keyOf: (uid: string) => string
  /** Those that passed, or that a person has to look at, are left out. */
  readonly onlyFails?: boolean
  /** When it is: later than all imports before it. */
  readonly now?: Date
}

/** A finding that the hub refused, alone too. */
export interface FailedFinding {
  readonly uid: string
  /** AWS's word: `InvalidInput`. */
  readonly code: string
  readonly message: string
}

export interface Imported {
  readonly imported: number
  readonly failed: readonly FailedFinding[]
}

/**
 * Puts findings into the hub of a region of their own account, under ids that never change, so this is idempotent. What
 * the hub refuses of a batch is retried alone, and what it still refuses is reported. Throws NotDelivered when the hub
 * as a whole did not take them; some may be there then.
 */
export async function importFindings(
  access: AwsAccess,
  region: string,
  findings: Iterable<ForwardedFinding> | AsyncIterable<ForwardedFinding>,
  egress: Egress,
  signal: AbortSignal,
  { source, keyOf, onlyFails = false, now = new Date() }: ImportOptions,
): Promise<Imported> {
  const hub = await openHub(access, region, egress, signal)
  const { account, partition } = hub.account
  const place = { account, partition, region, source, keyOf }
  const uids = new Map<string, string>()
  async function* rendered(): AsyncGenerator<AsffFinding> {
    for await (const finding of findings) {
      if (onlyFails && finding.status !== 'FAIL') continue
      const asff = renderFinding(finding, place, now)
      uids.set(asff.Id, finding.uid)
      yield asff
    }
  }
  const failed: FailedFinding[] = []
  let imported = 0
  for await (const batch of batches(rendered())) {
    const refused = await importBatch(hub, batch)
    imported += batch.length - refused.length
    failed.push(...refused.map(({ id, ...why }) => ({ uid: uids.get(id) ?? id, ...why })))
    for (const { Id: id } of batch) uids.delete(id)
  }
  return { imported, failed }
}

export async function openHub(
  access: AwsAccess,
  region: string,
  egress: Egress,
  signal: AbortSignal,
): Promise<Hub> {
  const account = await signedIn(awsAccount(access, egress, signal))
  return { account, region, endpoint: access.endpoint, egress, signal }
}

/** As many as one call takes, by number and by size. */
export async function* batches(
  findings: AsyncIterable<AsffFinding>,
): AsyncGenerator<readonly AsffFinding[]> {
  const around = JSON.stringify({ Findings: [] }).length
  let batch: AsffFinding[] = []
  let bytes = around
  for await (const finding of findings) {
    const size = Buffer.byteLength(JSON.stringify(finding)) + 1
    if (batch.length === limits.maxBatch || (bytes + size > limits.maxBytes && batch.length > 0)) {
      yield batch
      batch = []
      bytes = around
    }
    batch.push(finding)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Those that the hub refuses alone too. */
export async function importBatch(
  hub: Hub,
  batch: readonly AsffFinding[],
): Promise<readonly Refused[]> {
  const refused = await importSome(hub, batch)
  const still: Refused[] = []
  for (const one of refused) {
    if (one.code === 'InvalidAccess')
      throw new NotDelivered(
        'not_found',
        `Security Hub of ${hub.region} takes no findings of this account: ${one.message}`,
      )
    const finding = batch.find(({ Id }) => Id === one.id)
    still.push(...(finding ? await importSome(hub, [finding]) : [one]))
  }
  return still
}

/** A call that is refused for what is in it is made again in halves, until the one that is wrong is alone. */
async function importSome(hub: Hub, some: readonly AsffFinding[]): Promise<readonly Refused[]> {
  try {
    return await batchImportFindings(hub, some)
  } catch (error) {
    const isContent = error instanceof HubRefused && /^(invalid|too_large)$/.test(error.code)
    if (!isContent) throw error
    const [first] = some
    if (first && some.length === 1)
      return [{ id: first.Id, code: error.awsCode, message: error.message }]
    const half = Math.ceil(some.length / 2)
    return [
      ...(await importSome(hub, some.slice(0, half))),
      ...(await importSome(hub, some.slice(half))),
    ]
  }
}
