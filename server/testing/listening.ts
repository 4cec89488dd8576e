import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from './eventually.ts'

export interface ReceivedEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One open event stream and every byte that came over it. */
export class Listening {
  readonly status: number
  readonly headers: Headers
  /** Settles when the server ends the stream or the connection breaks. */
  readonly ended: Promise<void>
  readonly #leave: AbortController
  #text = ''

  private constructor(response: Response, leave: AbortController) {
    this.status = response.status
    this.headers = response.headers
    this.#leave = leave
    this.ended = this.#read(response)
  }

  static async to(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Listening> {
    const leave = new AbortController()
    return new Listening(await fetch(url, { headers, signal: leave.signal }), leave)
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const part of response.body ?? [])
        this.#text += decoder.decode(part, { stream: true })
    } catch {
      // Left by us, or broken off: what came until then is what there is.
    }
  }

  get text(): string {
    return this.#text
  }

  get events(): ReceivedEvent[] {
    return this.#text.split('\n\n').flatMap((frame) => {
      const event = /^event: (.*)$/m.exec(frame)?.[1]
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      return event && data ? [{ event, data: JSON.parse(data) as ReceivedEvent['data'] }] : []
    })
  }

  /** The first event of a type; throws with all received events on a timeout. */
  async heard(event: string, withinMs = patienceMs): Promise<ReceivedEvent> {
    for (const until = Date.now() + withinMs; Date.now() < until; await sleep(10)) {
      const found = this.events.find((one) => one.event === event)
      if (found) return found
    }
    throw new Error(`No ${event} within ${withinMs} ms; came: ${JSON.stringify(this.#text)}`)
  }

  async leave(): Promise<void> {
    this.#leave.abort()
    await this.ended
  }
}
