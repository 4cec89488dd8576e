/** Identifies the signer of a request: by long-lived keys of the accounts, and by sessions opened here. */
import { drawn, keyAlphabet } from '../chance.ts'
import type { Account } from './account.ts'
import type { Caller, Service, SessionCredential, SessionRequest } from './call.ts'
import type { Request } from './request.ts'
import { refuse } from './fault.ts'
import { isSignedWith, type Signature, signedAt } from './signature.ts'

interface Signer {
  readonly account: Account
  readonly caller: Caller
  readonly secret: string
  readonly session?: { token: string; expiresAt: Date }
}

const minute = 60_000

export interface Signers {
  accountOf(accessKeyId: string): Account | undefined
  /** Throws the service's own fault if the signature does not prove the caller. */
  verify(request: Request, signature: Signature, service: Service, now: Date): Signer
  openSession(request: SessionRequest): SessionCredential
}

export const openSigners = (accounts: readonly Account[], random: () => number): Signers => {
  const sessions = new Map<string, Signer>()

  const find = (accessKeyId: string): Signer | undefined => {
    const session = sessions.get(accessKeyId)
    if (session) return session
    for (const account of accounts) {
      const key = account.credentials.find((each) => each.accessKeyId === accessKeyId)
      if (!key) continue
      const caller = { arn: key.arn, userId: key.userId, accountId: account.id }
      return { account, caller, secret: key.secretAccessKey }
    }
    return undefined
  }

  return {
    accountOf: (accessKeyId) => find(accessKeyId)?.account,

    verify(request, signature, { refusals }, now) {
      const signer = find(signature.accessKeyId)
      if (!signer)
        throw refuse(refusals, 'unknown key', 'The access key id is not known to the service.')
      const skew = Math.abs(now.getTime() - signedAt(request, signature))
      if (!(skew <= (refusals === 's3' ? 15 : 5) * minute))
        throw refuse(
          refusals,
          'skewed clock',
          `Signature expired or not yet current: ${request.headers['x-amz-date'] ?? 'no x-amz-date'} is not near ${now.toISOString()}.`,
        )
      if (!isSignedWith(request, signature, signer.secret))
        throw refuse(
          refusals,
          'wrong signature',
          'The request signature we calculated does not match the signature you provided.',
        )
      const token = request.headers['x-amz-security-token']
      if (token !== signer.session?.token)
        throw refuse(
          refusals,
          'unknown token',
          'The security token included in the request is invalid.',
        )
      if (signer.session && signer.session.expiresAt <= now)
        throw refuse(
          refusals,
          'expired token',
          'The security token included in the request is expired.',
        )
      return signer
    },

    openSession({ account, arn, userId, expiresAt }) {
      const accessKeyId = `ASIA${drawn(random, 16, keyAlphabet)}`
      const secret = drawn(random, 40, keyAlphabet)
      const token = drawn(random, 200, keyAlphabet)
      const caller = { arn, userId, accountId: account.id }
      sessions.set(accessKeyId, { account, caller, secret, session: { token, expiresAt } })
      return { accessKeyId, secretAccessKey: secret, sessionToken: token }
    },
  }
}
