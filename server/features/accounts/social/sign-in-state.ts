/**
 * The data of a started sign-in, sealed into its `state`: the server stores nothing for anonymous callers. Only the
 * client has the verifier, so another user's state and code are useless.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Vault } from '../../../platform/vault/index.ts'
import type { ProviderName } from './provider.ts'

export type SealState = Pick<Vault, 'derived'>

export interface StartedSignIn {
  readonly state: string
  readonly nonce: string
  readonly challenge: string
  readonly verifier: string
  /** Milliseconds since 1970. */
  readonly until: number
}
export type Remembered = Pick<StartedSignIn, 'nonce' | 'challenge' | 'until'>

/** Anonymous callers start any number of sign-ins: not with the master key. */
const purpose = 'social sign-in state'
const lifeMs = 600_000
const cell = (provider: ProviderName) => ({
  table: 'social_sign_in',
  id: provider,
  column: 'state',
})

/** The S256 challenge of a verifier (RFC 7636). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

export function beginSignIn(vault: SealState, provider: ProviderName, now: number): StartedSignIn {
  const [nonce, verifier] = [randomBytes(32), randomBytes(32)].map((one) =>
    one.toString('base64url'),
  ) as [string, string]
  const remembered: Remembered = { nonce, challenge: challengeOf(verifier), until: now + lifeMs }
  const sealed = vault
    .derived(purpose)
    .sealGlobal(cell(provider), Buffer.from(JSON.stringify(remembered)))
  return { ...remembered, verifier, state: sealed.toString('base64url') }
}

/** Returns undefined for a state that this server did not seal, of another provider, or expired. */
export function remembered(
  vault: SealState,
  { provider, state, now }: { provider: ProviderName; state: string; now: number },
): Remembered | undefined {
  try {
    const plain = vault.derived(purpose).openGlobal(cell(provider), Buffer.from(state, 'base64url'))
    const read = JSON.parse(plain.toString()) as Remembered
    return read.until > now ? read : undefined
  } catch {
    return undefined
  }
}
