/** A server on loopback that plays a target, and fails on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Rate, Rates } from './rates.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: unknown
}

export type Failure =
  /** Answered with instead; nothing is done. */
  | Reply
  /** No effect, and no response while the client waits. */
  | 'hang'
  /** Nothing is done, and the connection breaks. */
  | 'reset'
  /** It is done, and the connection breaks within the answer. */
  | 'cut'
  /** It is done, and the connection breaks before the answer. */
  | 'lost'

interface Rule {
  readonly matches: (asked: Asked) => boolean
  readonly failure: Failure
  left: number
}

export interface Limited extends Rate {
  readonly key: string
}

export class FakeTarget {
  /** All requests, in order, with their failures. */
  readonly asked: Asked[] = []
  /** Other failures, if no call of `fail` applies. */
  failing: (asked: Asked) => Failure | undefined = () => undefined
  /** What is counted, and how much of it is taken; beyond that the answer is `busy`. */
  limited: (asked: Asked) => readonly Limited[] = () => []
  busy: Reply = { status: 429, headers: { 'retry-after': '1' }, body: {} }
  /** In milliseconds, for the limits. */
  clock: () => number = () => performance.now()
  readonly #rates = new Rates()
  readonly #rules: Rule[] = []
  readonly #answer: (asked: Asked) => Reply
  readonly #server = createServer((request, response) => void this.#received(request, response))
  #origin = ''

  constructor(answer: (asked: Asked) => Reply) {
    this.#answer = answer
  }

  async listen(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  get origin(): string {
    return this.#origin
  }

  /** What happens to the next calls whose method and path begin like this, `POST /rest`. */
  fail(call: string, failure: Failure, times = 1): void {
    const matches = ({ method, path }: Asked): boolean => `${method} ${path}`.startsWith(call)
    this.#rules.push({ matches, failure, left: times })
  }

  /** How often a call was made. */
  count(call: string): number {
    return this.asked.filter(({ method, path }) => `${method} ${path}`.startsWith(call)).length
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  #limit(asked: Asked): Reply | undefined {
    const now = this.clock()
    const isTaken = this.limited(asked).every(({ key, ...rate }) =>
      this.#rates.takes(key, rate, now),
    )
    return isTaken ? undefined : this.busy
  }

  async #received(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', this.#origin)
    const asked: Asked = {
      method: request.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    }
    this.asked.push(asked)
    const rule = this.#rules.find(({ left, matches }) => left > 0 && matches(asked))
    if (rule) rule.left -= 1
    const failure = rule ? rule.failure : this.failing(asked)
    if (failure === 'hang') return
    if (failure === 'reset') return void request.socket.resetAndDestroy()
    const {
      status,
      headers,
      body = '',
    } = typeof failure === 'object' ? failure : (this.#limit(asked) ?? this.#answer(asked))
    if (failure === 'lost') return void request.socket.resetAndDestroy()
    const isText = typeof body === 'string'
    const bytes = Buffer.from(isText ? body : JSON.stringify(body))
    const type = isText ? 'text/plain' : 'application/json'
    response.writeHead(status, {
      'content-type': type,
      'content-length': Math.max(bytes.length, failure === 'cut' ? 1 : 0),
      ...headers,
    })
    if (failure !== 'cut') return void response.end(bytes)
    response.flushHeaders()
    response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.resetAndDestroy())
  }
}
