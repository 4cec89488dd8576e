import type { AwsAccess } from '../../platform/aws/index.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { Json } from '../call.ts'
import { textOf } from '../call.ts'
import { NotDelivered } from '../target.ts'
import { batches, type FailedFinding, importBatch, openHub } from './import.ts'
import { limits } from './limits.ts'
import { type AsffFinding, defaultProduct, fields, generator } from './rendering.ts'
import { getFindings, type Hub } from './security-hub.ts'

const equals = (value: string) => [{ Value: value, Comparison: 'EQUALS' }]

/** Findings of the hub that are active and were put there under this source, page by page. */
async function* active(hub: Hub, source: string): AsyncGenerator<readonly Json[]> {
  const { account, partition } = hub.account
  const filters = {
    ProductArn: equals(defaultProduct({ account, partition, region: hub.region })),
    AwsAccountId: equals(account),
    RecordState: equals('ACTIVE'),
    GeneratorId: [{ Value: generator, Comparison: 'PREFIX' }],
    ProductFields: [{ Key: fields.source, Value: source, Comparison: 'EQUALS' }],
  }
  let size: number = limits.maxBatch
  for (let token = ''; ; ) {
    try {
      const page = await getFindings(hub, filters, token, size)
      yield page.findings
      if (page.next === '' || page.next === token) return
      token = page.next
    } catch (error) {
      // Egress limits the size of responses: a page of large findings is requested in smaller ones.
      if (!(error instanceof NotDelivered && error.code === 'too_large') || size === 1) throw error
      size = Math.ceil(size / 4)
    }
  }
}

/** What was written of a finding, without what the hub and its users have added. */
function archived(found: Json, now: Date): AsffFinding {
  const kept = Object.fromEntries(
    written.flatMap((name) => (found[name] ? [[name, found[name]]] : [])),
  )
  const own = Object.entries((found['ProductFields'] ?? {}) as Record<string, string>)
  return {
    ...(kept as unknown as AsffFinding),
    ProductFields: Object.fromEntries(own.filter(([name]) => !name.startsWith('aws/'))),
    RecordState: 'ARCHIVED',
    UpdatedAt: now.toISOString(),
  }
}
const written = [
  'SchemaVersion',
  'Id',
  'ProductArn',
  'CompanyName',
  'ProductName',
  'GeneratorId',
  'AwsAccountId',
  'CreatedAt',
  'FirstObservedAt',
  'LastObservedAt',
  'Title',
  'Description',
  'FindingProviderFields',
  'Remediation',
  'SourceUrl',
  'Resources',
  'Compliance',
] as const

/** The key that a finding was imported under. */
const keyOf = (found: Json): string => textOf(((found['ProductFields'] ?? {}) as Json)[fields.key])

/**
 * Archives findings that are active in the hub but no longer exist: `thereOf` returns which of up to 100 keys exist.
 * Idempotent. Throws NotDelivered.
 */
export async function archiveMissing(
  access: AwsAccess,
  region: string,
  thereOf: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  egress: Egress,
  signal: AbortSignal,
  { source, now = new Date() }: { readonly source: string; readonly now?: Date },
): Promise<{ readonly archived: number; readonly failed: readonly FailedFinding[] }> {
  const hub = await openHub(access, region, egress, signal)
  async function* missing(): AsyncGenerator<AsffFinding> {
    for await (const page of active(hub, source)) {
      const there = await thereOf(page.map(keyOf))
      for (const found of page) if (!there.has(keyOf(found))) yield archived(found, now)
    }
  }
  const failed: FailedFinding[] = []
  let count = 0
  for await (const batch of batches(missing())) {
    const refused = await importBatch(hub, batch)
    count += batch.length - refused.length
    failed.push(...refused.map(({ id, ...why }) => ({ uid: id, ...why })))
  }
  return { archived: count, failed }
}
