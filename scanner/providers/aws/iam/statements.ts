import { type Maybe, unread } from '../../../kit/index.ts'
import { parsePolicy, type Statement } from '../policy/index.ts'

/**
 * Parses a document as sent by IAM, percent-encoded (RFC 3986). An invalid one is an error gap of that policy only: the
 * others can still be evaluated.
 */
export function statementsOf(document: string | undefined): Maybe<readonly Statement[]> {
  try {
    return parsePolicy(decodeURIComponent(document ?? ''))
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError || thrown instanceof URIError)) throw thrown
    return unread('broken_policy', {
      outcome: 'error',
      action: 'iam:GetAccountAuthorizationDetails',
    })
  }
}
