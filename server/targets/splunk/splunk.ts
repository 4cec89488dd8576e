/** The calls of Splunk's HTTP Event Collector. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpAnswer } from '@plumbline/scanner'
import type { Egress } from '../../platform/egress/index.ts'
import { ask, type Json, jsonOf, objectOf, refusalOf, retryAfterSeconds } from '../call.ts'
import { shortLine } from '../plain-text.ts'
import { type ForwardedFinding, NotDelivered, type Refusal } from '../target.ts'
import { limits } from './limits.ts'
import { renderEvent, renderFinding } from './rendering.ts'

export interface SplunkAccess {
  /** Scheme, host and port: `https://http-inputs-acme.splunkcloud.com`, `https://splunk.acme.example:8088`. */
  readonly url: string
  readonly token: string
  /** Null: the one of the token. */
  readonly index: string | null
  /** A UUID of the integration, if its token requires acknowledgment; null otherwise. */
  readonly channel: string | null
}

/** How long a batch may take to be indexed, and how often that is polled. */
const indexedMs = 60_000
const askMs = 2_000

/** Sends a test event. Throws NotDelivered. */
export async function testConnection(
  access: SplunkAccess,
  egress: Egress,
  { id, at }: { readonly id: string; readonly at: Date },
  signal?: AbortSignal,
): Promise<void> {
  const event = { id, type: 'integration.test' }
  await post(
    access,
    egress,
    renderEvent(event, at.getTime(), 'plumbline:test', access.index),
    signal,
  )
}

/**
 * Sends findings in batches. Returns their number. Throws NotDelivered: after `uncertain`, and after earlier batches,
 * Splunk may have some of them; repeats have the same `id` and `delivery_id`.
 */
export async function deliver(
  access: SplunkAccess,
  egress: Egress,
  {
    id,
    findings,
  }: {
    /** Stable over all attempts of a delivery. */
    readonly id: string
    readonly findings: Iterable<ForwardedFinding> | AsyncIterable<ForwardedFinding>
  },
  signal?: AbortSignal,
): Promise<number> {
  const place = { index: access.index, deliveryId: id }
  let count = 0
  const taken: number[] = []
  for await (const { body, events } of batches(findings, (one) => renderFinding(one, place))) {
    const ackId = await post(access, egress, body, signal)
    if (ackId !== null) taken.push(ackId)
    count += events
  }
  await indexed(access, egress, taken, signal)
  return count
}

async function* batches(
  findings: Iterable<ForwardedFinding> | AsyncIterable<ForwardedFinding>,
  render: (finding: ForwardedFinding) => string,
): AsyncGenerator<{ body: string; events: number }> {
  let events: string[] = []
  let bytes = 0
  for await (const finding of findings) {
    const event = render(finding)
    const size = Buffer.byteLength(event) + 1
    if (bytes + size > limits.maxBytes) {
      yield { body: events.join('\n'), events: events.length }
      events = []
      bytes = 0
    }
    events.push(event)
    bytes += size
  }
  if (events.length > 0) yield { body: events.join('\n'), events: events.length }
}

/** Returns the id to query for the acknowledgment of indexing; null if Splunk returns none. */
async function post(
  access: SplunkAccess,
  egress: Egress,
  body: string,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const answer = await call(access, egress, '/services/collector/event', body, signal)
  if (access.channel === null) return null
  const ackId = answer['ackId']
  if (typeof ackId === 'number') return ackId
  throw new NotDelivered(
    'invalid',
    'Indexer acknowledgment is off for this Splunk token. Enable it for the token, or disable it here.',
  )
}

/** Resolves when all of them were indexed. */
async function indexed(
  access: SplunkAccess,
  egress: Egress,
  taken: readonly number[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const until = Date.now() + indexedMs
  let open = taken
  while (open.length > 0) {
    const answer = await call(
      access,
      egress,
      '/services/collector/ack',
      JSON.stringify({ acks: open }),
      signal,
    )
    const acks = objectOf(answer['acks']) ?? {}
    open = open.filter((one) => acks[String(one)] !== true)
    if (open.length === 0) return
    if (Date.now() + askMs > until)
      throw new NotDelivered(
        'uncertain',
        `Splunk accepted the findings but did not index them within ${indexedMs / 1_000} s.`,
      )
    await sleep(askMs, undefined, { signal })
  }
}

async function call(
  { url, token, channel }: SplunkAccess,
  egress: Egress,
  path: string,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Json> {
  if (!URL.canParse(url)) throw new NotDelivered('invalid', 'The URL of Splunk is not valid.')
  const address = new URL(path, url)
  if (path.endsWith('/ack') && channel !== null) address.searchParams.set('channel', channel)
  const answer = await ask(egress, {
    method: 'POST',
    url: address.href,
    headers: {
      authorization: `Splunk ${token}`,
      'content-type': 'application/json',
      ...(channel !== null && { 'x-splunk-request-channel': channel }),
    },
    body,
    ...(signal && { signal }),
  })
  const json = jsonOf(answer)
  if (answer.status === 200 && json) return json
  throw refused(answer, json)
}

/** What Splunk's own numbers mean. Source: "Possible error codes", Splunk documentation. */
const codes: Readonly<Record<number, readonly [Refusal, string]>> = {
  1: ['unauthorised', 'The token of Splunk is disabled'],
  2: ['unauthorised', 'Splunk asks for a token'],
  3: ['unauthorised', 'Splunk does not take the token'],
  4: ['unauthorised', 'Splunk does not know the token'],
  5: ['invalid', 'Splunk found no events in the request'],
  6: ['invalid', 'Splunk could not read the request'],
  7: ['invalid', 'The token of Splunk may not write into this index'],
  8: ['unavailable', 'Splunk failed'],
  9: ['unavailable', 'Splunk is busy'],
  10: [
    'invalid',
    'The token of Splunk asks for acknowledgement: turn it on here, or off for the token',
  ],
  11: ['invalid', 'Splunk does not take the channel'],
  14: [
    'invalid',
    'The token of Splunk acknowledges nothing: turn it on for the token, or off here',
  ],
  18: ['unavailable', 'The queues of Splunk are full'],
  19: ['unavailable', 'Splunk cannot acknowledge anything at the moment'],
  20: ['unavailable', 'The queues of Splunk are full'],
  23: ['unavailable', 'Splunk is being shut down'],
}

const statuses: Readonly<Record<string, string>> = {
  unauthorised: 'Splunk does not take the token',
  not_found: 'There is no Splunk event collector at this URL',
  too_large: 'Splunk rejected the request as too large',
  rate_limited: 'Splunk asks for fewer requests',
  unavailable: 'Splunk is unavailable or failed',
}

function refused(answer: HttpAnswer, json: Json | null): NotDelivered {
  const { status, headers } = answer
  const known = typeof json?.['code'] === 'number' ? codes[json['code']] : undefined
  const code = known?.[0] ?? (status === 200 ? 'invalid' : refusalOf(status))
  const sentence =
    known?.[1] ?? statuses[code] ?? 'The server at this URL is not a Splunk event collector'
  const number = json?.['code']
  const why = typeof number === 'number' ? `${status}, code ${number}` : String(status)
  return new NotDelivered(code, shortLine(`${sentence} (${why}).`, 300), retryAfterSeconds(headers))
}
