/** A client that repeats a request as clients do: after a lost connection, and when the server asks for it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Answered, type Item } from '../../server/testing/answered.ts'
import type { Journal } from './journal.ts'

/** 409 is the first request with the same key, which is still running. */
const isTemporary = ({ status, document }: Answered): boolean =>
  [429, 502, 503, 504, 507].includes(status) ||
  (status === 409 && document.errors?.[0]?.code === 'request_running')

const patienceMs = 60_000
const longestWaitSeconds = 10

type Linked = { readonly type: string; readonly id: string }
type Body = { readonly content: string | FormData; readonly type?: string }

export interface Attempted {
  /** Undefined if the response did not arrive. */
  readonly answer: Answered | undefined
}

export class Requests {
  readonly base: string
  readonly authorization: string
  readonly #journal: Journal
  /** Ends all waiting when the run has no more time. */
  readonly #signal: AbortSignal

  constructor(
    base: string,
    {
      authorization = '',
      journal,
      signal,
    }: { authorization?: string; journal: Journal; signal: AbortSignal },
  ) {
    this.base = base
    this.authorization = authorization
    this.#journal = journal
    this.#signal = signal
  }

  as(authorization: string): Requests {
    return new Requests(this.base, { authorization, journal: this.#journal, signal: this.#signal })
  }

  /** The same client with another end of its waiting. */
  until(signal: AbortSignal): Requests {
    return new Requests(this.base, {
      authorization: this.authorization,
      journal: this.#journal,
      signal,
    })
  }

  /** One attempt. A 5xx that does not ask for another attempt is a fault of the server. */
  async attempt(
    method: string,
    path: string,
    { body, headers = {} }: { body?: Body | undefined; headers?: Record<string, string> } = {},
  ): Promise<Attempted> {
    try {
      const response = await fetch(this.base + path, {
        method,
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(patienceMs)]),
        headers: {
          ...(this.authorization && { Authorization: this.authorization }),
          ...(body?.type && { 'Content-Type': body.type }),
          ...headers,
        },
        ...(body && { body: body.content }),
      })
      const answer = new Answered(response.status, response.headers, await response.text())
      if (answer.status >= 500 && !isTemporary(answer))
        this.#journal.miss(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return { answer }
    } catch {
      this.#signal.throwIfAborted()
      return { answer: undefined }
    }
  }

  /** Waits as the last answer asks for. */
  async pause({ answer }: Attempted): Promise<void> {
    const asked = Number(answer?.headers.get('retry-after') ?? 1)
    const seconds = Math.min(Math.max(asked || 1, 0.5), longestWaitSeconds)
    await sleep(seconds * 1_000, undefined, { signal: this.#signal })
  }

  /** Repeats the request until its answer is final: below 500, and not one that asks for another attempt. */
  async ask(
    method: string,
    path: string,
    options: Parameters<Requests['attempt']>[2] = {},
  ): Promise<Answered> {
    for (;;) {
      const attempted = await this.attempt(method, path, options)
      const { answer } = attempted
      if (answer && answer.status < 500 && !isTemporary(answer)) return answer
      await this.pause(attempted)
    }
  }

  async get(path: string): Promise<Answered> {
    const answer = await this.ask('GET', path)
    if (answer.status >= 300)
      throw new Error(`GET ${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }

  /** Creates a resource once, however often the request is sent. */
  async make(
    path: string,
    type: string,
    attributes: object,
    relationships: Readonly<Record<string, Linked | readonly Linked[]>> = {},
  ): Promise<Item> {
    const links = Object.entries(relationships).map(([name, data]) => [name, { data }])
    const content = JSON.stringify({
      data: { type, attributes, relationships: Object.fromEntries(links) },
    })
    const answer = await this.ask('POST', path, {
      body: { content, type: 'application/vnd.api+json' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    if (answer.status >= 300)
      throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
    return answer.item
  }
}
