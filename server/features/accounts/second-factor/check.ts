/** Whether a user who knows the password also has the second factor. */
import { invalid, type Problem, tooManyRequests } from '@plumbline/jsonapi'
import { matchingStep } from '../../../platform/auth/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import * as store from './store.ts'

export interface SecondFactorParts {
  readonly vault: store.SealSecret
  readonly now: () => number
}

const pointer = '/data/attributes/otp'
const missing = (): Problem =>
  invalid(
    pointer,
    'This user has a second factor. Send the code of the authenticator app or a recovery code as "otp".',
    'second_factor_required',
  )
export const wrongCode = (): Problem =>
  invalid(pointer, 'The code is invalid, expired or already used.', 'second_factor_invalid')

/** Takes a code of the app once. Throws 400 for a wrong one, and 429 when too many were wrong. */
export async function checkCode(
  database: Database,
  { vault, now }: SecondFactorParts,
  { userId, otp, found }: { userId: string; otp: string; found: store.Found },
): Promise<void> {
  const wait = await store.countTry(database, userId)
  if (wait > 0) throw tooManyRequests(wait)
  const used = Number(found.last_step)
  const step = matchingStep(store.secretOf(vault, userId, found), otp, { now: now(), used })
  if (step === undefined || !(await store.accept(database, userId, step))) throw wrongCode()
}

/** Nothing to show for a user without a confirmed factor. Throws 400 or 429. */
export async function checkSecondFactor(
  database: Database,
  parts: SecondFactorParts,
  { userId, otp }: { readonly userId: string; readonly otp: string | undefined },
): Promise<void> {
  const found = await database.outsideTenants((tx) => store.find(tx, userId))
  if (!found || found.confirmed_at === null) return
  if (otp === undefined) throw missing()
  if (!store.isRecoveryCode(otp)) return checkCode(database, parts, { userId, otp, found })
  if (!(await store.useRecoveryCode(database, userId, otp))) throw wrongCode()
}
