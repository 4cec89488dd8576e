/** The calls of a provider, recorded once, and answered from memory with changes. */
import type { Http, HttpAnswer, Provider } from '../kit/index.ts'

/** Changes the response of a call before the provider reads it; returns undefined to leave it as it is. */
export type Change = (name: string, answer: HttpAnswer) => HttpAnswer | undefined

/** The responses of an account. Calls that were not recorded yet go to the account. */
export class RecordedCalls {
  readonly #answers = new Map<string, HttpAnswer>()
  readonly #names = new Map<string, HttpAnswer[]>()
  change: Change | null = null

  /** The recorded responses by the names of their calls. */
  get answers(): ReadonlyMap<string, readonly HttpAnswer[]> {
    return this.#names
  }

  /** The provider with this memory in front of its account. */
  of<Client>(provider: Provider<Client>): Provider<Client> {
    return {
      ...provider,
      open: (options) => provider.open({ ...options, http: this.#over(options.http) }),
    }
  }

  #over(http: Http): Http {
    return {
      ...http,
      call: async (call) => {
        const { method, url, body } = await call.build(1)
        const key = `${call.name} ${call.limit} ${method} ${url.href} ${String(body)}`
        const answer =
          this.#answers.get(key) ?? (await this.#record(key, call.name, http.call(call)))
        const given = this.change?.(call.name, answer) ?? answer
        call.judge(given) // some providers read errors there
        return given
      },
    }
  }

  async #record(key: string, name: string, answering: Promise<HttpAnswer>): Promise<HttpAnswer> {
    const answer = await answering
    this.#answers.set(key, answer)
    this.#names.set(name, [...(this.#names.get(name) ?? []), answer])
    return answer
  }
}
