import type { Egress } from '../../platform/egress/index.ts'
import { cleanJson } from '../../platform/text.ts'
import { ask, refusalOf, retryAfterSeconds } from '../call.ts'
import { Pace, paceKey } from '../pace.ts'
import { NotDelivered, type Refusal } from '../target.ts'
import { webhookLimits } from './limits.ts'
import { keyOf, sign } from './signature.ts'

export interface WebhookAccess {
  readonly url: string
  /** `whsec_…` */
  readonly secret: string
  /** Signed with as well while receivers change over. */
  readonly former_secret?: string | null
}

export interface WebhookEvent {
  /** Stable over all attempts of a delivery. */
  readonly id: string
  /** `alert.digest`: words in lower case between dots. */
  readonly type: string
  /** When it happened: ISO 8601, UTC. */
  readonly timestamp: string
  readonly data: object
}

/** Sends a test event. Throws NotDelivered unless the response is 2xx. */
export const testConnection = (
  access: WebhookAccess,
  egress: Egress,
  event: Pick<WebhookEvent, 'id' | 'timestamp'>,
  signal?: AbortSignal,
): Promise<void> =>
  deliver(access, egress, { ...event, type: 'integration.test', data: {} }, signal)

const events = new Pace(webhookLimits.rate)

/**
 * Signed as of `now`, milliseconds since 1970. Throws NotDelivered: after `uncertain` the receiver may have it, and
 * knows a repeat by its id.
 */
export async function deliver(
  { url, secret, former_secret }: WebhookAccess,
  egress: Egress,
  { id, type, timestamp, data }: WebhookEvent,
  signal?: AbortSignal,
  now: number = Date.now(),
): Promise<void> {
  const keys = [secret, ...(former_secret ? [former_secret] : [])].map(keyOf)
  const body = cleanJson(JSON.stringify({ type, timestamp, data }))
  if (Buffer.byteLength(body) > webhookLimits.maxBytes)
    throw new NotDelivered('too_large', `The event is larger than ${webhookLimits.maxBytes} bytes.`)
  await events.turn(paceKey(url), signal)
  const at = Math.floor(now / 1_000)
  const signatures = keys.map((key) => {
    if (!key) throw new NotDelivered('invalid', 'The secret is not valid for signing webhooks.')
    return sign(key, { id, timestamp: at, body })
  })
  const answer = await ask(egress, {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Plumbline-Webhooks/1.0',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signatures.join(' '),
    },
    body,
    ...(signal && { signal }),
  })
  const { status, headers } = answer
  if (status >= 200 && status <= 299) return
  const code = codeOf(status)
  throw new NotDelivered(code, `${sentences[code]} (${status}).`, retryAfterSeconds(headers))
}

/** 410 is the standard's word for "never again". A 404 passes: receivers are deployed, and gateways forget. */
function codeOf(status: number): Refusal {
  if (status === 404) return 'unavailable'
  return refusalOf(status)
}

const sentences: Readonly<Record<string, string>> = {
  unauthorised: 'The receiver does not take the signature, or asks for more than it',
  not_found: 'The receiver is gone and says that it stays so',
  too_large: 'The receiver says that the event is too large',
  rate_limited: 'The receiver asks for fewer events',
  unavailable: 'The receiver is unavailable or failed',
  invalid: 'The receiver refuses the event, or answers with a redirect, which is not followed',
}
