/** A finding as a message of syslog (RFC 5424), whose text is in the Common Event Format. */
import { plainText, shortLine, webLink } from '../plain-text.ts'
import type { ForwardedFinding } from '../target.ts'
import { limits } from './limits.ts'

type Severity = ForwardedFinding['severity']

/** CEF counts from 0 to 10, syslog from 0, the worst, to 7. */
const cefSeverity: Readonly<Record<Severity, number>> = {
  critical: 10,
  high: 8,
  medium: 5,
  low: 3,
  informational: 1,
}
const syslogSeverity: Readonly<Record<Severity, number>> = {
  critical: 2,
  high: 3,
  medium: 4,
  low: 5,
  informational: 6,
}

/** A field of the header: `|` divides them, and a line ends it. */
export const header = (text: string, max: number): string =>
  shortLine(text, max).replace(/[\\|]/g, '\\$&')

/** A value of an extension: `=` divides it from its key. Its lines stay lines. */
export const extension = (text: string, max: number): string =>
  plainText(shortText(text, max))
    .replace(/[\\=]/g, '\\$&')
    .replaceAll('\t', ' ')
    .replaceAll('\n', '\\n')

/** What is far beyond is not looked at: texts come in any length. */
function shortText(text: string, max: number): string {
  const some = plainText(text.slice(0, max * 2 + 16)).trim()
  if (some.length <= max) return some
  const isHalf = /[\ud800-\udbff]/.test(some.charAt(max - 2))
  return `${some.slice(0, max - (isHalf ? 2 : 1))}…`
}

/** Keys and values by importance: the last ones are dropped from a full message. */
function extensionsOf(
  finding: ForwardedFinding,
  deliveryId: string,
): readonly (readonly [string, string])[] {
  const { check, resource, provider, compliance } = finding
  const { msg, custom, address } = limits
  const requirements = Object.entries(compliance)
    .slice(0, 50)
    .map(([framework, ids]) => `${framework}: ${ids.slice(0, 50).join(', ')}`)
    .join('; ')
  const labelled = (n: number, label: string, text: string): [string, string][] =>
    text === ''
      ? []
      : [
          [`cs${n}Label`, label],
          [`cs${n}`, text],
        ]
  const all: (readonly [string, string])[] = [
    ['externalId', extension(finding.id, 40)],
    ['outcome', extension(finding.status, 63)],
    ['rt', String(Date.parse(finding.updated_at))],
    ['msg', extension(finding.status_extended, msg)],
    ...labelled(1, 'resource', extension(resource.uid, custom)),
    ...labelled(2, 'account', extension(`${provider.type} ${provider.uid}`, 300)),
    ...labelled(3, 'region', extension(finding.region, 100)),
    ['deviceExternalId', extension(deliveryId, 255)],
    ['cat', extension(check.service, 255)],
    ['start', String(Date.parse(finding.first_seen_at))],
    ['act', finding.muted ? 'muted' : extension(finding.triage_status, 63)],
    ['request', extension(webLink(finding.link, address) ?? '', address)],
    ...labelled(4, 'finding', extension(finding.uid, custom)),
    ...labelled(5, 'remediation', extension(check.remediation, 500)),
    ...labelled(6, 'requirements', extension(requirements, 500)),
  ]
  return all.filter(([, value]) => value !== '')
}

export interface Sender {
  /** A product's version is part of each message. */
  readonly version: string
  /** RFC 5424's facility, 0 to 23. */
  readonly facility: number
}

/** A header of RFC 5424. The app name is the product, on every host. */
const prefix = (facility: number, severity: number, at: string, kind: string): string =>
  `<${facility * 8 + severity}>1 ${at} - plumbline - ${kind} - `

/** One message within its limit. `deliveryId` is the same however often it is sent. */
export function renderFinding(
  finding: ForwardedFinding,
  deliveryId: string,
  { version, facility }: Sender,
): string {
  const { check, severity, status } = finding
  const isFine = status === 'PASS'
  const fields = [
    'CEF:0',
    'Plumbline',
    'Plumbline',
    header(version, 31),
    header(check.id, limits.eventClass),
    header(check.title, limits.name),
    String(isFine ? 0 : cefSeverity[severity]),
  ]
  const when = new Date(finding.updated_at).toISOString()
  const start = prefix(facility, isFine ? 6 : syslogSeverity[severity], when, 'finding')
  let message = `${start}${fields.join('|')}|`
  let bytes = Buffer.byteLength(message)
  const pairs = extensionsOf(finding, deliveryId)
  for (const [at, [key, value]] of pairs.entries()) {
    // A label without its text is useless.
    const next = key.endsWith('Label') ? (pairs[at + 1]?.[1] ?? '').length * 3 + 10 : 0
    const pair = `${at === 0 ? '' : ' '}${key}=${value}`
    const size = Buffer.byteLength(pair)
    if (bytes + size + next > limits.maxBytes) break
    message += pair
    bytes += size
  }
  return message
}

/** A test message. */
export const renderTest = (id: string, at: Date, { version, facility }: Sender): string =>
  `${prefix(facility, 6, at.toISOString(), 'test')}CEF:0|Plumbline|Plumbline|${header(version, 31)}|integration.test|Connection test|0|externalId=${extension(id, 40)}`

/** Frames a message for a connection: prefixed with its byte count. */
export const framed = (message: string): Buffer => {
  const bytes = Buffer.from(message)
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes])
}
