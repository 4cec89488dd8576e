/** Says that first scans are still running, so that nobody takes the numbers for complete. */
import { Link } from 'wouter'
import type { Page, Row } from '../api/documents.ts'
import { useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { providerName } from '../compliance/data.ts'
import { providerIdOf } from '../compliance/latest.ts'
import { counted, listed } from '../kit/words.ts'

interface Props {
  readonly scope: Query
  readonly providers: readonly Row<'providers'>[]
  readonly running: Page<'scans'>
}

const mostNamed = 3

export function FirstScans({ scope, providers, running }: Props) {
  const { data } = useShow<'findings-overview'>('/overviews/findings', scope)
  if (!data) return null
  const { without_results, first_results, since_previous_scan } = data.row
  const unscanned = new Set(without_results.provider_ids)
  const waiting = new Set(
    running.rows
      .filter((scan) => !scan.is_partial)
      .map(providerIdOf)
      .filter((id) => unscanned.has(id)),
  )
  if (waiting.size === 0) return null
  const names = providers.filter(({ id }) => waiting.has(id)).map(providerName)
  // A page of running scans that does not hold all of them can lack first ones.
  const isWhole = running.count <= running.rows.length
  const isOne = waiting.size === 1 && isWhole
  const number = `${isWhole ? '' : 'at least '}${counted(waiting.size, 'provider')}`
  const whose =
    isWhole && names.length <= mostNamed
      ? listed(names)
      : `${number} (${names.slice(0, mostNamed).join(', ')}, …)`
  const withResults = since_previous_scan.providers + first_results.provider_ids.length
  const all = withResults + unscanned.size
  return (
    <p className="first-scans" role="status">
      <Link href="/scans">
        {isOne ? 'The first scan' : 'The first scans'} of {whose} {isOne ? 'is' : 'are'} still
        running
      </Link>
      {all > 1 && `: ${withResults} of ${counted(all, 'provider')} have results`}. The numbers on
      this page do not include {isOne ? 'it until it completes' : 'them until they complete'}.
    </p>
  )
}
