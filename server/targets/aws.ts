/** What targets of AWS have in common: how a sign-in fails. */
import { ScanProblem } from '@plumbline/scanner'
import { NotReached } from '../platform/egress/index.ts'
import { unreached } from './call.ts'
import { shortLine } from './plain-text.ts'
import { NotDelivered, type Refusal } from './target.ts'

const codes: Readonly<Record<string, Refusal>> = {
  sign_in_throttled: 'rate_limited',
  sign_in_failed: 'unavailable',
}

/** Awaits a sign-in. Throws NotDelivered: nothing was sent to the target yet. */
export async function signedIn<T>(signIn: Promise<T>): Promise<T> {
  try {
    return await signIn
  } catch (error) {
    if (error instanceof ScanProblem)
      throw new NotDelivered(codes[error.code] ?? 'unauthorised', shortLine(error.detail, 500))
    throw error instanceof NotReached ? unreached(error, 'unreachable') : error
  }
}
