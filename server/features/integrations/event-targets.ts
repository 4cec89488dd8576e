/** Collectors of events: they get each finding that a full scan found new or changed. */
import type { Egress, TlsEgress } from '../../platform/egress/index.ts'
import { newId } from '../../platform/ids.ts'
import * as splunk from '../../targets/splunk/index.ts'
import * as syslog from '../../targets/syslog/index.ts'
import type { ForwardedFinding } from '../../targets/target.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { findingsOfScan } from '../findings/index.ts'
import { kindsAfterScan, type ScanPayload } from './after-scan.ts'
import type { Opened } from './credentials.ts'
import { forwarded, type Site } from './forwarded.ts'
import type { Deliver, Delivering, Target } from './target.ts'

interface Services {
  readonly egress: Egress
  readonly openTls: TlsEgress
  readonly catalog: CheckCatalog
  readonly site: Site
  /** Of the product. */
  readonly version: string
}

const rowsAtATime = 500

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const splunkAccess = ({ id, configuration, credentials }: Opened): splunk.SplunkAccess => ({
  url: text(configuration['url']).replace(/\/$/, ''),
  token: text(credentials['token']),
  index: text(configuration['index']) || null,
  channel: configuration['acknowledge'] === true ? id : null,
})

const syslogAccess = ({ configuration }: Opened): syslog.SyslogAccess => ({
  host: text(configuration['host']),
  port: Number(configuration['port']),
  ca: text(configuration['ca']) || null,
  facility: Number(configuration['facility']),
})

type Send = (delivering: Delivering, findings: AsyncIterable<ForwardedFinding>) => Promise<number>

const afterScan =
  ({ catalog, site }: Services, send: Send): Deliver =>
  async (delivering) => {
    const { payload, providerId, inTenant } = delivering
    const { scan_id: scanId } = (payload as unknown as ScanPayload).subject
    async function* changes(): AsyncGenerator<ForwardedFinding> {
      const asked = { scanId, providerId: providerId ?? '', isWhole: true, most: rowsAtATime }
      for await (const rows of findingsOfScan(inTenant, catalog, asked)) {
        const changed = rows.filter(({ finding }) => finding.delta !== null)
        yield* await forwarded(changed, { site })
      }
    }
    return { outcome: { sent: await send(delivering, changes()) } }
  }

export function splunkTarget(services: Services): Target {
  const { egress } = services
  const send: Send = ({ id, integration, signal }, findings) =>
    splunk.deliver(splunkAccess(integration), egress, { id, findings }, signal)
  return {
    async test(integration, signal) {
      const event = { id: newId(), at: new Date() }
      await splunk.testConnection(splunkAccess(integration), egress, event, signal)
      return {}
    },
    deliver: { [kindsAfterScan.splunk]: afterScan(services, send) },
  }
}

export function syslogTarget(services: Services): Target {
  const { openTls, version } = services
  const send: Send = ({ id, integration, signal }, findings) =>
    syslog.deliver(syslogAccess(integration), openTls, { id, findings, version }, signal)
  return {
    async test(integration, signal) {
      const event = { id: newId(), at: new Date(), version }
      await syslog.testConnection(syslogAccess(integration), openTls, event, signal)
      return {}
    },
    deliver: { [kindsAfterScan.syslog]: afterScan(services, send) },
  }
}
