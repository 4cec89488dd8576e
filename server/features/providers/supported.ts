import { invalid } from '@plumbline/jsonapi'
import { providers as scanned } from '@plumbline/scanner'

const kinds = new Intl.ListFormat('en', { type: 'conjunction' }).format(Object.keys(scanned))

/**
 * Throws 400 for an account of a kind that the scanner does not know yet: it is stored with its secret for that day, and
 * nothing is queued that could only fail. `pointer` is where the account is named, '' where the path names it.
 */
export function checkSupported({ provider }: { readonly provider: string }, pointer = ''): void {
  if (Object.hasOwn(scanned, provider)) return
  const detail = `Providers of type ${provider} can be created but not tested or scanned yet. Scans work for ${kinds}.`
  throw invalid(pointer, detail, 'provider_not_supported')
}
