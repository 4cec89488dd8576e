/**
 * How much one caller may ask, so that nobody crowds out the others and nobody guesses secrets. Counted in
 * this process, in bounded memory: with several processes each grants its own share.
 */
import { type Problem, tooManyRequests } from '@plumbline/jsonapi'
import ipaddr from 'ipaddr.js'
import type { Identity } from '../auth/index.ts'

/** Requests a minute; 0 does not limit. */
export interface Rates {
  /** Of one user, or of one API key. */
  readonly account: number
  readonly tenant: number
  /** Of one address, known or not. */
  readonly address: number
  /** Requests that carry a secret to be tried, from one address. */
  readonly secrets: number
  /** The same for one e-mail address, from wherever. */
  readonly signIns: number
}

const windowMs = 60_000
/** About 10 MB when all are taken; beyond, the older half is forgotten. */
const mostKeys = 50_000

/**
 * One limit for many keys: the generic cell rate algorithm, which keeps one moment a key: when its allowance
 * will be whole again. A burst of `rate` is granted, then one request each `60 s / rate`.
 */
export class Limit {
  readonly name: string
  readonly rate: number
  readonly #now: () => number
  /** Who asked lately, and who before them: forgetting the older half costs nothing. */
  #young = new Map<string, number>()
  #old = new Map<string, number>()

  constructor(name: string, rate: number, now: () => number) {
    this.name = name
    this.rate = rate
    this.#now = now
  }

  /** How many keys it remembers. */
  get size(): number {
    return this.#young.size + this.#old.size
  }

  /** Takes one request of `key`; throws 429 when there is none left. Gives the headers that say what is. */
  take(key: string): Readonly<Record<string, string>> {
    if (this.rate === 0) return {}
    const now = this.#now()
    const each = windowMs / this.rate
    const wholeAt = Math.max(this.#young.get(key) ?? this.#old.get(key) ?? now, now) + each
    const excess = wholeAt - now - windowMs
    if (excess > 0) throw this.#refusal(excess)
    this.#keep(key, wholeAt)
    return this.#headers(Math.floor(-excess / each), Math.ceil((wholeAt - now) / 1_000))
  }

  /** By draft-ietf-httpapi-ratelimit-headers: what is granted, what is left, seconds until all of it is. */
  #headers(left: number, seconds: number): Record<string, string> {
    return {
      'RateLimit-Policy': `"${this.name}";q=${this.rate};w=${windowMs / 1_000}`,
      RateLimit: `"${this.name}";r=${left};t=${seconds}`,
    }
  }

  #refusal(excessMs: number): Problem {
    const seconds = Math.max(1, Math.ceil(excessMs / 1_000))
    const problem = tooManyRequests(seconds)
    Object.assign(problem, { headers: { ...problem.headers, ...this.#headers(0, seconds) } })
    return problem
  }

  #keep(key: string, wholeAt: number): void {
    this.#young.set(key, wholeAt)
    if (this.#young.size < mostKeys / 2) return
    this.#old = this.#young
    this.#young = new Map()
  }
}

/** The address that is counted: of IPv6 the network, because one line has all addresses of a /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (read.kind() === 'ipv4') return read.toString()
  return `${(read as ipaddr.IPv6).parts.slice(0, 4).join(':')}/64`
}

export interface Limits {
  /** Any request, before anything is read; throws 429. */
  arrived(address: string): Readonly<Record<string, string>>
  /** One that carries a secret to be tried. */
  tried(address: string): void
  /** One whose caller is known. */
  known(identity: Identity): Readonly<Record<string, string>>
  /** A password tried for an e-mail address. */
  signingIn(email: string): void
}

export function limits(rates: Rates, now: () => number): Limits {
  const account = new Limit('account', rates.account, now)
  const tenant = new Limit('tenant', rates.tenant, now)
  const address = new Limit('address', rates.address, now)
  const secrets = new Limit('secrets', rates.secrets, now)
  const signIns = new Limit('sign-ins', rates.signIns, now)
  return {
    arrived: (from) => address.take(networkOf(from)),
    tried: (from) => void secrets.take(networkOf(from)),
    known({ kind, userId, tenantId, credentialId }) {
      tenant.take(tenantId)
      return account.take(kind === 'key' ? credentialId : userId)
    },
    signingIn: (email) => void signIns.take(email.toLowerCase()),
  }
}
