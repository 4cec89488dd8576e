/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, as all of them have it. */
import { Secret, TOTP } from 'otpauth'

const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const

const secretOf = (bytes: Uint8Array): Secret =>
  new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** Bytes as base32 without padding (RFC 4648), as people and apps read secrets. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

export const stepAt = (ms: number): number => TOTP.counter({ ...kind, timestamp: ms })

export const codeOf = (secret: Uint8Array, step: number): string =>
  TOTP.generate({ ...kind, secret: secretOf(secret), timestamp: step * kind.period * 1_000 })

/**
 * The step whose code this is: this one, or one before or after it, because clocks differ. Steps up to
 * `used` were accepted before and are not again.
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, used }: { readonly now: number; readonly used: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const asked = { ...kind, secret: secretOf(secret), token: code, timestamp: now, window: 1 }
  const away = TOTP.validate(asked)
  const step = away === null ? 0 : stepAt(now) + away
  return step > used ? step : undefined
}
