/** Differences from the previous scan: counts with links to the findings. */
import { Link } from 'wouter'
import { useList } from '../api/hooks.ts'
import { number } from '../kit/words.ts'
import { search } from '../api/query.ts'

interface Kind {
  readonly key: string
  readonly sign: string
  readonly title: string
  readonly query: Readonly<Record<string, string>>
}

export const differences: readonly Kind[] = [
  {
    key: 'new',
    sign: '+',
    title: 'New FAIL',
    query: { 'filter[delta]': 'new', 'filter[status]': 'FAIL', 'filter[muted]': 'false' },
  },
  {
    key: 'failing',
    sign: '↓',
    title: 'Changed to FAIL',
    query: { 'filter[delta]': 'changed', 'filter[status]': 'FAIL', 'filter[muted]': 'false' },
  },
  {
    key: 'passing',
    sign: '↑',
    title: 'Fixed (now PASS)',
    query: { 'filter[delta]': 'changed', 'filter[status]': 'PASS', 'filter[muted]': 'false' },
  },
]

export const ofScan = (scanId: string, query: Kind['query'] = {}): string =>
  `/findings${search({ 'filter[scan]': scanId, ...query })}`

/** Undefined while loading; null on errors. */
export function useDifference(scanId: string, { query }: Kind): number | null | undefined {
  const { data, error } = useList<'findings'>('/findings', {
    'filter[scan]': scanId,
    ...query,
    'page[size]': 1,
  })
  return error ? null : data?.count
}

/** The difference in a row: "+12 ↑3", without zero counts. */
export const DifferenceCell = ({ scanId }: { readonly scanId: string }) => (
  <span className="differences">
    {differences.map((kind) => (
      <Difference key={kind.key} scanId={scanId} kind={kind} />
    ))}
  </span>
)

function Difference({ scanId, kind }: { readonly scanId: string; readonly kind: Kind }) {
  const count = useDifference(scanId, kind)
  if (count === null)
    return (
      <span className="muted" title={`${kind.title}: could not be counted`}>
        {kind.sign}?
      </span>
    )
  if (!count) return null
  const words = `${kind.title}: ${number(count)}`
  return (
    <Link href={ofScan(scanId, kind.query)} title={words} aria-label={words} className="mono">
      {kind.sign}
      {number(count)}
    </Link>
  )
}

/** For the panel: each count with its label, also 0. */
export const DifferenceFacts = ({ scanId }: { readonly scanId: string }) => (
  <dl className="facts">
    {differences.map((kind) => (
      <DifferenceFact key={kind.key} scanId={scanId} kind={kind} />
    ))}
  </dl>
)

function DifferenceFact({ scanId, kind }: { readonly scanId: string; readonly kind: Kind }) {
  const count = useDifference(scanId, kind)
  return (
    <>
      <dt>{kind.title}</dt>
      <dd className="mono">
        {count === null ? (
          'could not be counted'
        ) : count ? (
          <Link href={ofScan(scanId, kind.query)}>{number(count)}</Link>
        ) : (
          (count ?? '…')
        )}
      </dd>
    </>
  )
}
