/** Differences from the previous scan: counts with links to the findings. */
import { Link } from 'wouter'
import { useList } from '../api/hooks.ts'
import { number } from '../kit/words.ts'
import { search } from '../api/query.ts'
import type { Scan } from './follow.ts'

interface Kind {
  readonly key: string
  readonly sign: string
  /** After the number in a row. */
  readonly word: string
  readonly isWorse: boolean
  readonly title: string
  readonly query: Readonly<Record<string, string>>
}

export const differences: readonly Kind[] = [
  {
    key: 'new',
    sign: '+',
    word: 'new',
    isWorse: true,
    title: 'New FAIL',
    query: { 'filter[delta]': 'new', 'filter[status]': 'FAIL', 'filter[muted]': 'false' },
  },
  {
    key: 'failing',
    sign: '+',
    word: 'failing',
    isWorse: true,
    title: 'Changed to FAIL',
    query: { 'filter[delta]': 'changed', 'filter[status]': 'FAIL', 'filter[muted]': 'false' },
  },
  {
    key: 'passing',
    sign: '',
    word: 'fixed',
    isWorse: false,
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

/** The differences in a row, "+12 new 3 fixed", without zero counts. */
export function DifferenceCell({ scan }: { readonly scan: Scan }) {
  if (scan.is_first) return <span className="muted">First results</span>
  return (
    <span className="differences">
      {differences.map((kind) => (
        <Difference key={kind.key} scanId={scan.id} kind={kind} />
      ))}
    </span>
  )
}

function Difference({ scanId, kind }: { readonly scanId: string; readonly kind: Kind }) {
  const count = useDifference(scanId, kind)
  if (count === null)
    return (
      <span className="muted" title={`${kind.title}: could not be counted`}>
        ? {kind.word}
      </span>
    )
  if (!count) return null
  const words = `${kind.title}: ${number(count)}`
  return (
    <Link
      href={ofScan(scanId, kind.query)}
      title={words}
      className={kind.isWorse ? 'worse' : 'better'}
    >
      {kind.sign}
      {number(count)} {kind.word}
    </Link>
  )
}

/** For the panel: each count with its label, also 0. */
export function DifferenceFacts({ scan }: { readonly scan: Scan }) {
  if (scan.is_first)
    return <p className="muted">These are the first results, so there is nothing to compare.</p>
  return (
    <dl className="facts">
      {differences.map((kind) => (
        <DifferenceFact key={kind.key} scanId={scan.id} kind={kind} />
      ))}
    </dl>
  )
}

function DifferenceFact({ scanId, kind }: { readonly scanId: string; readonly kind: Kind }) {
  const count = useDifference(scanId, kind)
  return (
    <>
      <dt>{kind.title}</dt>
      <dd className={count ? `mono ${kind.isWorse ? 'worse' : 'better'}` : 'mono'}>
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
