/** A receiver on loopback that checks events against the standard: signature, age, and each id once. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Asked, FakeTarget, type Reply } from '../../testing/fake-target.ts'
import type { WebhookAccess } from '../webhook.ts'

const toleranceSeconds = 300

/** Why a receiver refuses, by the standard's rules; null where it takes it. */
export function signatureFault(
  secret: string,
  { headers, body }: Pick<Asked, 'headers' | 'body'>,
  now: number,
): string | null {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (id === '' || !/^\d+$/.test(timestamp)) return 'a header is missing'
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    return 'it is too old or too new'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const [version, value = ''] = one.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? null : 'no signature is right'
}

export class FakeReceiver extends FakeTarget {
  /** By their ids: a repeat changes nothing. */
  readonly events = new Map<string, unknown>()
  /** Ids that came again, each time. */
  readonly repeated: string[] = []
  secret = 'whsec_dGhpcyBpcyBhIHNlY3JldCBvZiAzMiBieXRlcyEhIQ=='
  now: () => number = Date.now

  constructor() {
    super((asked) => this.#answer(asked))
    this.limited = ({ path }) => [{ key: path, perSecond: 20, burst: 20 }]
  }

  static start(): Promise<FakeReceiver> {
    return new FakeReceiver().listen()
  }

  get access(): WebhookAccess {
    return { url: `${this.origin}/hooks/plumbline?key=in-the-address`, secret: this.secret }
  }

  #answer(asked: Asked): Reply {
    const { method, headers, body } = asked
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return { status: 400 }
    const fault = signatureFault(this.secret, asked, this.now())
    if (fault !== null) return { status: 401, body: fault }
    const id = headers['webhook-id'] ?? ''
    if (this.events.has(id)) this.repeated.push(id)
    else this.events.set(id, JSON.parse(body.toString()))
    return { status: 200, body: 'thanks' }
  }
}
