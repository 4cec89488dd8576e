/** A finding as an event of Splunk, within what an event may have. */
import { plainText, shortLine, webLink } from '../plain-text.ts'
import type { ForwardedFinding } from '../target.ts'
import { limits } from './limits.ts'

export interface EventPlace {
  /** Null: the one of the token. */
  readonly index: string | null
  /** Stable over all attempts of a delivery. */
  readonly deliveryId: string
}

const { name, sentence } = limits

const line = (text: string): string => shortLine(text, name)
const said = (text: string): string => shortLine(plainText(text.slice(0, sentence * 4)), sentence)

const tagsOf = (tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(tags)
      .slice(0, limits.tags)
      .map(([key, value]) => [shortLine(key, 128), shortLine(value, 256)]),
  )

const requirementsOf = (compliance: ForwardedFinding['compliance']): readonly string[] =>
  Object.entries(compliance)
    .flatMap(([framework, ids]) => ids.map((id) => shortLine(`${framework} ${id}`, 100)))
    .slice(0, limits.requirements)

/** Members by how much they matter: the last ones are left out where the event is full. */
function membersOf(finding: ForwardedFinding, deliveryId: string): readonly [string, unknown][] {
  const { check, provider, resource } = finding
  return [
    ['id', finding.id],
    ['delivery_id', deliveryId],
    ['status', finding.status],
    ['severity', finding.severity],
    ['delta', finding.delta],
    ['muted', finding.muted],
    ['triage_status', line(finding.triage_status)],
    ['check_id', line(check.id)],
    ['region', line(finding.region)],
    [
      'provider',
      {
        type: line(provider.type),
        uid: line(provider.uid),
        alias: provider.alias === null ? null : line(provider.alias),
      },
    ],
    ['first_seen_at', finding.first_seen_at],
    ['updated_at', finding.updated_at],
    ['resource_uid', line(resource.uid)],
    ['uid', line(finding.uid)],
    ['title', line(check.title)],
    ['service', line(check.service)],
    ['resource_name', line(resource.name)],
    ['resource_type', line(resource.type)],
    ['link', webLink(finding.link)],
    ['status_extended', said(finding.status_extended)],
    ['remediation', said(check.remediation)],
    ['risk', said(check.risk)],
    ['requirements', requirementsOf(finding.compliance)],
    ['tags', tagsOf(resource.tags)],
    ['description', said(check.description)],
  ]
}

/** One JSON object of a batch. */
export function renderFinding(
  finding: ForwardedFinding,
  { index, deliveryId }: EventPlace,
): string {
  const event: Record<string, unknown> = {}
  let bytes = 2
  for (const [key, value] of membersOf(finding, deliveryId)) {
    const size = Buffer.byteLength(JSON.stringify({ [key]: value }))
    if (bytes + size > limits.maxEventBytes) continue
    event[key] = value
    bytes += size
  }
  return renderEvent(event, Date.parse(finding.updated_at), 'plumbline:finding', index)
}

/** `at`: milliseconds since 1970. */
export const renderEvent = (
  event: object,
  at: number,
  sourcetype: string,
  index: string | null,
): string =>
  JSON.stringify({
    time: at / 1_000,
    source: 'plumbline',
    sourcetype,
    ...(index !== null && { index }),
    event,
  })
