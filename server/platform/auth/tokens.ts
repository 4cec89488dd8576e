import { createHash, randomUUID } from 'node:crypto'
import { unauthenticated } from '@plumbline/jsonapi'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SigningKeys } from './signing-keys.ts'

export interface TokenSettings {
  readonly issuer: string
  readonly audience: string
  readonly accessMinutes: number
  /** From the sign-in to the end of the session, however often it is renewed. */
  readonly refreshMinutes: number
  /** A session expires if it is not renewed for so long. */
  readonly idleMinutes: number
}

/** How a session started. An assigned password was set by an administrator. */
export const authMethods = ['password', 'assigned_password', 'social', 'saml'] as const
export type AuthMethod = (typeof authMethods)[number]

/** How and when the user signed in; refreshing and switching change neither. */
export interface SignedIn {
  /** Seconds since 1970. */
  readonly authTime: number
  readonly authMethod: AuthMethod
}

/** Whose session a token is of. */
export interface Subject extends SignedIn {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
  /** The user's session epoch when it was issued; a password change raises the stored one. */
  readonly epoch: number
}

/** The claims of a token about its bearer. */
export interface Claims extends Subject {
  readonly jti: string
  /** Seconds since 1970. */
  readonly expiresAt: number
}
export interface Tokens {
  access(subject: Subject): Promise<string>
  /** `endsAt` is when the session does, if it is renewed until then. */
  refresh(subject: Subject): Promise<{ token: string; hash: Buffer; endsAt: Date }>
  /** Throws 401 for anything but a good access token of ours. */
  verifyAccess(token: string): Promise<Claims>
  /** The claims of a good refresh token, or undefined. */
  verifyRefresh(token: string): Promise<Claims | undefined>
}

/** The one algorithm; what a token's header claims to be signed with decides nothing. */
const algorithm = 'RS256'
const longest = 8_192
const mostVerified = 5_000
/** How far the clocks of two processes may differ before one refuses the other's fresh token. */
const skewSeconds = 10
/** So long may a sign-in take from its moment to its tokens without costing them of their life. */
const signInSeconds = 60
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const hashOfId = (jti: string): Buffer => createHash('sha256').update(jti).digest()

export function tokens(
  keys: SigningKeys,
  { issuer, audience, accessMinutes, refreshMinutes, idleMinutes }: TokenSettings,
  now: () => number,
): Tokens {
  const sign = (
    claims: Record<string, unknown>,
    sub: string,
    jti: string,
    until: number,
  ): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: keys.kid })
      .setSubject(sub)
      .setJti(jti)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor(now() / 1_000))
      .setNotBefore(Math.floor(now() / 1_000) - skewSeconds)
      .setExpirationTime(until)
      .sign(keys.privateKey)

  async function verify(token: string, typ: 'access' | 'refresh'): Promise<Claims> {
    if (token.length > longest) throw unauthenticated('The token is too long.', 'token_invalid')
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = kid === undefined ? undefined : keys.publicKeys.get(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: new Date(now()),
        requiredClaims: ['sub', 'jti', 'iat', 'nbf', 'exp', 'tenant_id', 'sid', 'epoch', 'typ'],
      },
    )
    const { sub, jti, exp, tenant_id, epoch, auth_time, auth_method, sid } = payload
    const authMethod = authMethods.find((method) => method === auth_method)
    const wellFormed =
      authMethod !== undefined &&
      Number.isInteger(auth_time) &&
      payload['typ'] === typ &&
      uuid.test(String(sub)) &&
      uuid.test(String(tenant_id)) &&
      uuid.test(String(sid)) &&
      Number.isInteger(epoch)
    if (!wellFormed) throw new errors.JWTClaimValidationFailed('claims', payload)
    return {
      userId: String(sub),
      tenantId: String(tenant_id),
      sessionId: String(sid),
      epoch: Number(epoch),
      authTime: Number(auth_time),
      authMethod,
      jti: String(jti),
      expiresAt: Number(exp),
    }
  }

  /** Verified tokens with the second of verification: a client sends the same token many times. */
  const verified = new Map<string, { claims: Claims; at: number }>()

  async function verifyOnce(token: string): Promise<Claims> {
    const second = Math.floor(now() / 1_000)
    const held = verified.get(token)
    if (held && held.at <= second && second < held.claims.expiresAt) return held.claims
    verified.delete(token)
    const claims = await verify(token, 'access')
    const [oldest] = verified.keys()
    if (oldest !== undefined && verified.size >= mostVerified) verified.delete(oldest)
    verified.set(token, { claims, at: second })
    return claims
  }

  /** No token outlives its session, which neither renewing nor switching makes longer. */
  const sessionSeconds = Math.max(accessMinutes, refreshMinutes) * 60
  const endOf = ({ authTime }: SignedIn, minutes: number): number =>
    Math.min(Math.floor(now() / 1_000) + minutes * 60, authTime + sessionSeconds + signInSeconds)
  const session = ({ tenantId, sessionId, epoch, authTime, authMethod }: Subject) => ({
    tenant_id: tenantId,
    sid: sessionId,
    epoch,
    auth_time: authTime,
    auth_method: authMethod,
  })
  return {
    access: (subject) =>
      sign(
        { typ: 'access', ...session(subject) },
        subject.userId,
        randomUUID(),
        endOf(subject, accessMinutes),
      ),
    async refresh(subject) {
      const jti = randomUUID()
      const until = endOf(subject, Math.min(idleMinutes, refreshMinutes))
      const token = await sign({ typ: 'refresh', ...session(subject) }, subject.userId, jti, until)
      const endsAt = new Date(endOf(subject, Math.max(accessMinutes, refreshMinutes)) * 1_000)
      return { token, hash: hashOfId(jti), endsAt }
    },
    async verifyAccess(token) {
      try {
        return await verifyOnce(token)
      } catch (error) {
        const expired = error instanceof errors.JWTExpired
        throw expired
          ? unauthenticated('The token has expired.', 'token_expired')
          : unauthenticated('The token is not valid.', 'token_invalid')
      }
    },
    async verifyRefresh(token) {
      try {
        return await verify(token, 'refresh')
      } catch {
        return undefined
      }
    },
  }
}
