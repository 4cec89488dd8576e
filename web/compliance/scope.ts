/** The scans of the numbers: the latest scan of each provider or of one provider, or one scan. */
import type { Query } from '../api/query.ts'
import type { View } from '../kit/view.ts'

export const scopeNames = ['filter[scan_id]', 'filter[provider_id]'] as const

/** The scope part of a view; undefined until the providers are loaded. */
export function scopeOf(view: View, kinds: readonly string[] | undefined): Query | undefined {
  for (const name of scopeNames) if (view[name]) return { [name]: view[name] }
  if (kinds === undefined || kinds.length === 0) return undefined
  return { 'filter[provider_type__in]': [...new Set(kinds)].toSorted().join(',') }
}

/** The same scope as filters of findings. */
export const findingsScope = (scope: Query): Query => {
  const { 'filter[scan_id]': scan, ...rest } = scope
  return scan ? { 'filter[scan]': scan } : rest
}
