/** Says that first scans are still running, so that nobody takes the numbers for complete. */
import { Link } from 'wouter'
import type { Page, Row } from '../api/documents.ts'
import { useList } from '../api/hooks.ts'
import { providerName } from '../compliance/data.ts'
import { providerIdOf } from '../compliance/latest.ts'
import { counted, listed } from '../kit/words.ts'
import { withoutResults } from './attention.ts'

interface Props {
  readonly providers: readonly Row<'providers'>[]
  readonly running: Page<'scans'>
  readonly full: Page<'scans'>
}

export function FirstScans({ providers, running, full }: Props) {
  const ids = [
    ...new Set(running.rows.filter((scan) => !scan.is_partial).map(providerIdOf)),
  ].toSorted()
  const earlier = useList<'scans'>(
    '/scans',
    {
      'filter[state]': 'completed',
      'filter[is_partial]': false,
      'filter[provider__in]': ids.join(),
      'page[size]': 100,
    },
    { enabled: ids.length > 0 },
  )
  if (ids.length === 0 || !earlier.data || earlier.isPlaceholderData) return null
  const waiting = new Set(withoutResults(ids, earlier.data))
  if (waiting.size === 0) return null
  const names = providers.filter(({ id }) => waiting.has(id)).map(providerName)
  const unscanned = withoutResults(
    providers.map(({ id }) => id),
    full,
  )
  const isKnown = unscanned.length > 0
  return (
    <p className="first-scans" role="status">
      <Link href="/scans">
        {waiting.size === 1 ? 'The first scan of' : 'The first scans of'} {listed(names)}{' '}
        {waiting.size === 1 ? 'is' : 'are'} still running
      </Link>
      {isKnown &&
        `: ${providers.length - unscanned.length} of ${counted(providers.length, 'provider')} have results`}
      . The numbers on this page grow until {waiting.size === 1 ? 'it completes' : 'they complete'}.
    </p>
  )
}
