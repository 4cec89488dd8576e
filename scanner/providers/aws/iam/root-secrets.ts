// Credentials of the root user, for the checks of its MFA.
import { unread, withhold } from '../../../kit/index.ts'

/** True if there is a password or an access key. Withheld if there is no key and the password is unknown. */
export function hasSecrets(summary: {
  readonly access_keys: boolean
  readonly password: boolean | null
}): boolean {
  if (summary.access_keys) return true
  return (
    summary.password ??
    withhold(unread('broken_answer', { outcome: 'error', action: 'iam:GetAccountSummary' }))
  )
}
