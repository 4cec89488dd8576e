/** How many requests one caller may make, so that no caller crowds out others or guesses secrets. */
import { tooManyRequests } from '@plumbline/jsonapi'
import ipaddr from 'ipaddr.js'
import type { Identity } from '../auth/index.ts'
import { type Allowance, RateLimit, type SharedCounts } from '../rate-limit.ts'

/** Requests a minute; 0 does not limit. */
export interface Rates {
  /** Of one user, with all of their API keys and in all of their tenants. */
  readonly account: number
  readonly tenant: number
  /** Of one address, known or not. */
  readonly address: number
  /** Requests that carry a secret to be tried, from one address. */
  readonly secrets: number
  /** The same for one email address, from wherever. */
  readonly signIns: number
}

type Headers = Readonly<Record<string, string>>

/** Each counts one request or throws 429, and returns the headers with the remaining quota. */
export interface Limits {
  /** Any request, before anything is read. */
  arrived(address: string): Promise<Headers>
  /** One that carries a secret to be tried. */
  tried(address: string): Promise<unknown>
  /** One whose caller is known. */
  known(identity: Identity): Promise<Headers>
  /** A password tried for an email address. */
  signingIn(email: string): Promise<unknown>
}

/**
 * Counts one request of a key by its name and rate: in this process, and in all processes if they share counts. A
 * request over the local limit needs no shared lookup, and while shared counts are unavailable only the local limit
 * applies. Throws 429 if none is left. Returns the headers with the remaining quota.
 */
export function limit(name: string, rate: number, now: () => number, shared?: SharedCounts) {
  const own = new RateLimit(rate, now)
  return async (key: string): Promise<Headers> => {
    if (rate === 0) return {}
    const here = own.take(key)
    const everywhere = here.isOver ? undefined : await shared?.take(name, rate, key)
    const found = everywhere ?? here
    const headers = headersOf(name, rate, {
      ...found,
      remaining: Math.min(here.remaining, found.remaining),
    })
    if (!found.isOver) return headers
    const problem = tooManyRequests(found.seconds)
    throw Object.assign(problem, { headers: { ...problem.headers, ...headers } })
  }
}

/** By draft-ietf-httpapi-ratelimit-headers: what is granted, what is left, seconds until all of it is. */
const headersOf = (name: string, rate: number, { remaining, seconds }: Allowance): Headers => ({
  'RateLimit-Policy': `"${name}";q=${rate};w=60`,
  RateLimit: `"${name}";r=${remaining};t=${seconds}`,
})

/** The address that is counted: of IPv6 the network, because one line has all addresses of a /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (read.kind() === 'ipv4') return read.toString()
  return `${(read as ipaddr.IPv6).parts.slice(0, 4).join(':')}/64`
}

export function limits(rates: Rates, now: () => number, shared?: SharedCounts): Limits {
  const of = (name: string, rate: number) => limit(name, rate, now, shared)
  const account = of('account', rates.account)
  const tenant = of('tenant', rates.tenant)
  const address = of('address', rates.address)
  const secrets = of('secrets', rates.secrets)
  const signIns = of('sign-ins', rates.signIns)
  return {
    arrived: (from) => address(networkOf(from)),
    tried: (from) => secrets(networkOf(from)),
    signingIn: (email) => signIns(email.toLowerCase()),
    async known({ userId, tenantId }) {
      // The account first: its refused requests must not count against its tenant.
      const allowance = await account(userId)
      await tenant(tenantId)
      return allowance
    },
  }
}
