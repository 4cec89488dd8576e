import { Problem } from '@plumbline/jsonapi'
import { providers as scanned } from '@plumbline/scanner'
import type { ProviderType } from './names.ts'

/**
 * Throws what work about an account fails with when the scanner does not know its kind yet: the account
 * and its secret are kept for that day, and nobody pretends until then.
 */
export function checkSupported(provider: ProviderType): void {
  if (Object.hasOwn(scanned, provider)) return
  const detail = `Accounts of kind ${provider} can be connected, but neither tested nor scanned yet.`
  throw new Problem(502, 'provider_not_supported', detail)
}
