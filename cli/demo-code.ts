/**
 * Sign-in with a link that only the demo prints: a code that represents its user, valid once and for 15 minutes. It is
 * kept in the memory of the demo, and only the demo serves the endpoint that accepts it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { draft, invalid, oneDocument, parseQuery, resource, text } from '@plumbline/jsonapi'
import { type Endpoint, readBody } from '@plumbline/server/http'

const lifetimeMs = 15 * 60_000

const signIns = resource('demo-sign-ins', { attributes: { refresh: text } })
const attempt = draft('demo-sign-ins', { attributes: { code: text({ min: 1, max: 100 }) } })

const badCode = () =>
  invalid(
    '/data/attributes/code',
    'This address was opened before, or is older than 15 minutes. Sign in with what the demo printed.',
    'code_invalid',
  )

export class DemoCode {
  readonly #now: () => number
  #open: { readonly code: string; readonly until: number; signIn(): Promise<string> } | undefined

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Returns 22 characters. `signIn` returns a refresh token when the code is used. */
  issue(signIn: () => Promise<string>): string {
    const code = randomBytes(16).toString('base64url')
    this.#open = { code, until: this.#now() + lifetimeMs, signIn }
    return code
  }

  async #redeem(code: string): Promise<string> {
    const open = this.#open
    if (!open || this.#now() >= open.until || !isSame(code, open.code)) throw badCode()
    this.#open = undefined
    return open.signIn()
  }

  readonly endpoint: Endpoint = {
    method: 'POST',
    path: '/demo-sign-ins',
    may: 'anonymous',
    tries: true,
    kind: 'one',
    status: 200,
    resource: signIns,
    draft: attempt,
    tag: 'Token',
    operationId: 'demo_sign_ins_create',
    summary: 'A refresh token for the code that the demo printed',
    run: async (exchange) => {
      const { base, url, search } = exchange
      const query = parseQuery(signIns, search, { list: false })
      const refresh = await this.#redeem(readBody(attempt, exchange).code)
      return {
        status: 200,
        document: oneDocument(signIns, { id: 'demo', refresh }, { query, base, url }),
      }
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
