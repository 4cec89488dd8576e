/** Security Hub of the account that was scanned: it gets what the newest full scan found, each finding in its region. */
import { type Tx, rowTable, sql } from '../../platform/db/index.ts'
import {
  archiveMissing,
  type FailedFinding,
  importFindings,
  testConnection,
} from '../../targets/security-hub/index.ts'
import { shortLine } from '../../targets/plain-text.ts'
import { type ForwardedFinding, NotDelivered } from '../../targets/target.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { findingsOfScan } from '../findings/index.ts'
import { findingKeyOf, statusCodes } from '../versions/index.ts'
import { kindsAfterScan, newestFullScan, type ScanPayload } from './after-scan.ts'
import { awsAccess, type AwsServices } from './aws-access.ts'
import type { Opened } from './credentials.ts'
import { forwarded, type Site } from './forwarded.ts'
import type { Deliver, Json, Target } from './target.ts'

interface Services extends AwsServices {
  readonly catalog: CheckCatalog
  readonly site: Site
}

/** Findings buffered until they are sent to their region's hub: of one region, and of all. */
const mostOfRegion = 2_000
const mostHeld = 8_000
const rowsAtATime = 500
/** Refusals that the log shows. */
const mostShown = 20

/** The region for findings without a region, if it has a hub. */
const home = 'us-east-1'

/** The hub of a finding: its region's, or for what is global that of the home region. None: its region has no hub. */
export function hubOf(region: string, regions: Readonly<Record<string, boolean>>): string | null {
  if (region in regions) return regions[region] ? region : null
  const enabled = Object.keys(regions).filter((name) => regions[name])
  return enabled.includes(home) ? home : (enabled[0] ?? null)
}

const isKey = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Those of the keys whose findings are there now. */
async function liveKeys(
  tx: Tx,
  { providerId, onlyFails }: { readonly providerId: string; readonly onlyFails: boolean },
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = texts.filter(isKey).map((finding_key) => ({ finding_key }))
  const rows = await tx.rows<{ finding_key: string }>(sql`
    select f.finding_key
      from ${rowTable(keys, 'k', 'finding_key uuid')}
      join findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.finding_key = k.finding_key
     where f.removed_at is null and (not ${onlyFails}::boolean or f.status = ${statusCodes.FAIL})`)
  return new Set(rows.map(({ finding_key }) => finding_key))
}

/** Regions whose hub takes nothing, whatever it is sent: they keep nothing from the others. */
class ClosedHubs {
  readonly #why = new Map<string, NotDelivered>()

  has(region: string): boolean {
    return this.#why.has(region)
  }

  /** Undefined where the region is closed. Throws what may pass. */
  async unless<T>(region: string, work: () => Promise<T>): Promise<T | undefined> {
    if (this.has(region)) return undefined
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NotDelivered) || !error.isFinal) throw error
      this.#why.set(region, error)
      return undefined
    }
  }

  /** Throws for those that are closed, after the others have theirs. */
  raise(imported: number): void {
    const [first, ...others] = this.#why.values()
    if (!first) return
    const reasons = [first, ...(imported > 0 ? others : [])].map(({ message }) => message)
    if (imported > 0) reasons.push('The other regions received their findings.')
    throw new NotDelivered(first.code, shortLine(reasons.join(' '), 600))
  }
}

export function hubTarget(services: Services): Target {
  const { catalog, site, egress } = services

  const learn = async (integration: Opened, signal: AbortSignal) => {
    const { regions } = await testConnection(awsAccess(services, integration), egress, signal)
    return regions
  }

  const deliver: Deliver = async ({ payload, providerId, integration, inTenant, signal }) => {
    const { scan_id: scanId } = (payload as unknown as ScanPayload).subject
    const newest = providerId && (await inTenant((tx) => newestFullScan(tx, providerId)))
    if (!newest || !providerId) throw new NotDelivered('not_found', 'The scan was deleted.')
    // What an older scan found would be put over what is known now.
    if (newest !== scanId) return { outcome: { superseded_by: newest } }
    const { configuration, learned } = integration
    const regions =
      (learned['regions'] as Readonly<Record<string, boolean>> | undefined) ??
      (await learn(integration, signal))
    const access = awsAccess(services, integration)
    const onlyFails = configuration['send_only_fails'] === true
    const source = integration.id
    const sent = { imported: 0, archived: 0 }
    const refused: FailedFinding[] = []
    let refusedCount = 0
    const leftOut: Record<string, number> = {}
    const note = (failed: readonly FailedFinding[]): void => {
      refusedCount += failed.length
      refused.push(...failed.slice(0, mostShown - refused.length))
    }
    const closed = new ClosedHubs()
    const held = new Map<string, ForwardedFinding[]>()
    const flush = async (least: number): Promise<void> => {
      for (const [region, findings] of held) {
        if (findings.length < least) continue
        held.delete(region)
        const result = await closed.unless(region, () =>
          importFindings(access, region, findings, egress, signal, { source, keyOf: findingKeyOf }),
        )
        sent.imported += result?.imported ?? 0
        note(result?.failed ?? [])
      }
    }
    const asked = { scanId, providerId, isWhole: true, most: rowsAtATime }
    for await (const rows of findingsOfScan(inTenant, catalog, asked)) {
      const wanted = rows.filter(({ finding }) => !onlyFails || finding.status === 'FAIL')
      for (const finding of await forwarded(wanted, { site })) {
        const region = hubOf(finding.region, regions)
        if (region === null) leftOut[finding.region] = (leftOut[finding.region] ?? 0) + 1
        else if (!closed.has(region)) {
          const own = held.get(region) ?? []
          own.push(finding)
          held.set(region, own)
        }
      }
      const total = [...held.values()].reduce((sum, { length }) => sum + length, 0)
      await flush(total > mostHeld ? 1 : mostOfRegion)
    }
    await flush(1)
    if (configuration['archive_previous_findings'] === true)
      for (const [region, isEnabled] of Object.entries(regions)) {
        if (!isEnabled) continue
        const thereOf = (keys: readonly string[]) =>
          inTenant((tx) => liveKeys(tx, { providerId, onlyFails }, keys))
        const done = await closed.unless(region, () =>
          archiveMissing(access, region, thereOf, egress, signal, { source }),
        )
        sent.archived += done?.archived ?? 0
        note(done?.failed ?? [])
      }
    closed.raise(sent.imported)
    const outcome: Json = {
      ...sent,
      refused_count: refusedCount,
      refused,
      /** Findings of regions without a hub. */
      left_out: leftOut,
    }
    return { outcome }
  }

  return {
    async test(integration, signal) {
      return { regions: await learn(integration, signal) }
    },
    deliver: { [kindsAfterScan.aws_security_hub]: deliver },
  }
}
