/** Splunk's HTTP Event Collector, on loopback: it checks tokens, indexes, sizes and JSON. */
import { type Asked, FakeTarget, type Reply } from '../../testing/fake-target.ts'

export interface IndexedEvent {
  readonly time: number
  readonly source: string
  readonly sourcetype: string
  readonly index?: string
  readonly event: Readonly<Record<string, unknown>>
}

const token = '11111111-2222-3333-4444-555555555555'
const channel = '99999999-2222-3333-4444-555555555555'

const reply = (status: number, code: number, text: string, more: object = {}): Reply => ({
  status,
  body: { text, code, ...more },
})

export class FakeSplunk extends FakeTarget {
  readonly events: IndexedEvent[] = []
  /** Whether the token requires acknowledgment. */
  acknowledges = false
  /** How many polls a batch takes until it is indexed. */
  slowness = 1
  readonly #acks = new Map<number, number>()

  constructor() {
    super((asked) => this.#collect(asked))
  }

  get token(): string {
    return token
  }

  get channel(): string {
    return channel
  }

  #collect(asked: Asked): Reply {
    const { method, path, headers, body } = asked
    const authorization = headers['authorization'] ?? ''
    if (method !== 'POST') return { status: 405 }
    if (authorization === '') return reply(401, 2, 'Token is required')
    if (!authorization.startsWith('Splunk ')) return reply(401, 3, 'Invalid authorization')
    if (authorization !== `Splunk ${token}`) return reply(403, 4, 'Invalid token')
    if (path === '/services/collector/ack') return this.#acknowledge(asked)
    if (path !== '/services/collector/event') return { status: 404, body: 'Not Found' }
    if (body.length > 1_000_000) return { status: 413, body: 'Payload Too Large' }
    if (this.acknowledges && !headers['x-splunk-request-channel'])
      return reply(400, 10, 'Data channel is missing')
    if (body.length === 0) return reply(400, 5, 'No data')
    return this.#index(body.toString('utf8'))
  }

  #index(text: string): Reply {
    const events: IndexedEvent[] = []
    for (const [at, one] of objects(text).entries()) {
      const event = parsed(one)
      const invalid = { 'invalid-event-number': at }
      if (event === undefined) return reply(400, 6, 'Invalid data format', invalid)
      if (event.event === undefined) return reply(400, 12, 'Event field is required', invalid)
      if (event.index !== undefined && event.index !== 'security')
        return reply(400, 7, 'Incorrect index', invalid)
      if (Buffer.byteLength(JSON.stringify(event.event)) > 10_000)
        return reply(400, 6, 'The event would be cut', invalid)
      events.push(event)
    }
    this.events.push(...events)
    if (!this.acknowledges) return reply(200, 0, 'Success')
    const ackId = this.#acks.size
    this.#acks.set(ackId, this.slowness)
    return reply(200, 0, 'Success', { ackId })
  }

  #acknowledge({ query, body }: Asked): Reply {
    if (!this.acknowledges) return reply(400, 14, 'ACK is disabled')
    if (query.get('channel') !== channel) return reply(400, 11, 'Invalid data channel')
    const { acks } = JSON.parse(body.toString('utf8')) as { acks: number[] }
    const states = acks.map((id): [string, boolean] => {
      const left = (this.#acks.get(id) ?? Number.POSITIVE_INFINITY) - 1
      this.#acks.set(id, left)
      return [String(id), left <= 0]
    })
    return { status: 200, body: { acks: Object.fromEntries(states) } }
  }
}

function parsed(text: string): IndexedEvent | undefined {
  try {
    return JSON.parse(text) as IndexedEvent
  } catch {
    return undefined
  }
}

/** Objects one after the other, whatever is between them: braces outside of texts divide them. */
function objects(text: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]
    if (isText) {
      if (one === '\\') at += 1
      else if (one === '"') isText = false
    } else if (one === '"') isText = true
    else if (one === '{') {
      if (depth === 0) start = at
      depth += 1
    } else if (one === '}') {
      depth -= 1
      if (depth === 0) found.push(text.slice(start, at + 1))
    }
  }
  return found
}
