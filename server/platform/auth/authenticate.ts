import { unauthenticated } from '@plumbline/jsonapi'
import { type Database, sql } from '../db/index.ts'
import { readApiKey, sameHash } from './api-keys.ts'
import type { SignedIn, Tokens } from './tokens.ts'

/** The caller according to the credentials. The tenant's transaction checks whether they are still valid. */
export type Identity =
  | (SignedIn & {
      readonly kind: 'token'
      readonly userId: string
      readonly tenantId: string
      readonly sessionId: string
      readonly epoch: number
      readonly credentialId: string
      /** Seconds since 1970. */
      readonly expiresAt: number
    })
  | {
      readonly kind: 'key'
      readonly userId: string
      readonly tenantId: string
      readonly credentialId: string
      readonly expiresAt: number
    }

/** Reads an `Authorization` header that came from an address; throws 401. */
export type Authenticate = (header: string | undefined, address?: string) => Promise<Identity>

interface StoredKey {
  readonly tenant_id: string
  readonly id: string
  readonly user_id: string
  readonly hash: Uint8Array
  readonly expires_at: string
  readonly revoked: boolean
}

const refused = (): never => {
  throw unauthenticated('The API key is not valid.', 'api_key_invalid')
}

/** For so long it is known whose a key is, and for so many keys. */
const knownForMs = 1_000
const mostKnown = 10_000

/**
 * Whose key a secret is. That never changes, so it is looked up once a second at most; `callerIn` checks on each
 * request, in the tenant's transaction, whether the key is still valid.
 */
function keyRing(database: Database, now: () => number) {
  const known = new Map<string, { key: StoredKey; until: number }>()
  return async (
    given: { prefix: string; hash: Uint8Array },
    address: string,
  ): Promise<StoredKey | undefined> => {
    const name = Buffer.from(given.hash).toString('latin1')
    const held = known.get(name)
    if (held && now() < held.until) return held.key
    // Not the share of sign-ins: a flood of those from an address does not lock out its keys.
    const candidates = await database.outsideTenants(
      (tx) => tx.rows<StoredKey>(sql`select * from find_api_keys(${given.prefix})`),
      { from: `key ${address}` },
    )
    const key = candidates.find(({ hash }) => sameHash(hash, given.hash))
    known.delete(name)
    if (known.size >= mostKnown) known.clear()
    if (key && !key.revoked) known.set(name, { key, until: now() + knownForMs })
    return key
  }
}

/** `used` is called for each good key, to note when it was used last. */
export function authenticator(
  database: Database,
  tokens: Tokens,
  { now, used }: { now: () => number; used: (tenantId: string, keyId: string) => void },
): Authenticate {
  const find = keyRing(database, now)
  return async (header, address = 'the server') => {
    const [, scheme = '', credential = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? []
    if (/^bearer$/i.test(scheme)) {
      const { jti, ...claims } = await tokens.verifyAccess(credential)
      return { kind: 'token', ...claims, credentialId: jti }
    }
    if (!/^api-key$/i.test(scheme)) {
      throw header
        ? unauthenticated('This authentication scheme is not supported.')
        : unauthenticated()
    }
    const given = readApiKey(credential)
    if (!given) return refused()
    const key = await find(given, address)
    if (!key || key.revoked || Date.parse(key.expires_at) <= now()) return refused()
    used(key.tenant_id, key.id)
    return {
      kind: 'key',
      userId: key.user_id,
      tenantId: key.tenant_id,
      credentialId: key.id,
      expiresAt: Math.floor(Date.parse(key.expires_at) / 1_000),
    }
  }
}
