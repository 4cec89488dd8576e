/** One weighted score and its parts. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useList } from '../api/hooks.ts'
import { useKindName } from '../api/provider-kinds.ts'
import type { Query } from '../api/query.ts'
import { Bars } from '../kit/charts/bars.tsx'
import { Figure } from '../kit/charts/figure.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { listed, number } from '../kit/words.ts'
import { providerName } from '../compliance/data.ts'
import { providerIdOf } from '../compliance/latest.ts'
import { compliance } from './links.ts'

interface Props {
  readonly scope: Query
  readonly providers: readonly Row<'providers'>[]
}

export function ThreatScore({ scope, providers }: Props) {
  const asked = useList<'threatscore-snapshots'>('/overviews/threatscore', scope)
  const kindName = useKindName()
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading rows={6} />
  const [score] = asked.data.rows
  if (!score) return null
  const coverage = Math.round(Number(score.score_coverage) * 100)
  const sections = Object.entries(score.section_scores as Readonly<Record<string, number | null>>)
  const delta = score.score_delta === null ? null : Number(score.score_delta)
  const each = asked.data.rows.filter(({ id }) => id !== 'all')
  const isOne = each.length === 1
  const of = scope['filter[provider_id]']
  const scored = new Set(each.map(providerIdOf))
  const kindsOf = (some: readonly Row<'providers'>[]): readonly string[] => [
    ...new Set(some.map(({ provider }) => provider)),
  ]
  const kinds = kindsOf(providers.filter(({ id }) => scored.has(id)))
  const others = kindsOf(providers.filter(({ id }) => !of || of === id)).filter(
    (kind) => !kinds.includes(kind),
  )
  const [only] = providers.filter(({ id }) => scored.has(id))
  const about =
    isOne && only
      ? `${kindName(only.provider)} account ${providerName(only)}`
      : `${number(asked.data.count - 1)} accounts of ${listed(kinds.map(kindName))}`
  return (
    <Figure
      title={`Threat score of ${listed(kinds.map(kindName))}`}
      note="0 to 100, weighted by risk; higher is better"
      table={{
        columns: [{ title: 'Section' }, { title: 'Score', isNumber: true }],
        rows: [
          ['All', score.overall_score],
          ...sections.map(([name, value]) => [name, value === null ? 'not evaluated' : value]),
        ],
      }}
    >
      <p className="score">
        <b>{coverage === 0 ? '–' : Number(score.overall_score).toFixed(1)}</b>
        <span className="muted">
          {delta !== null && delta !== 0 && (
            <>
              {delta > 0 ? '+' : '−'}
              {Math.abs(delta).toFixed(1)} since the previous scan;{' '}
            </>
          )}
          {coverage} % of the weight evaluated
          {isOne && (
            <>
              ; <Link href={compliance(score.compliance_id, scope)}>requirements</Link>
            </>
          )}
        </span>
      </p>
      <p className="muted small">
        From {about}.
        {others.length > 0 &&
          ` ${listed(others.map(kindName))} ${others.length === 1 ? 'has' : 'have'} no threat score.`}
      </p>
      <Bars
        of={100}
        bars={sections.map(([name, value]) => ({
          key: name,
          name,
          parts:
            value === null
              ? []
              : [{ name: 'of 100', value, colour: value < 50 ? 'fail' : 'accent' }],
          value: value === null ? <span className="muted">not evaluated</span> : value.toFixed(1),
        }))}
      />
      <details className="small">
        <summary>How it is computed</summary>
        <p className="muted">
          The requirements of the framework{' '}
          {isOne ? (
            <Link href={compliance(score.compliance_id, scope)}>ThreatScore</Link>
          ) : (
            <Link href="/compliance?filter[search]=threatscore">ThreatScore</Link>
          )}{' '}
          have a weight and a risk level from 1 to 5. Each passed or failed finding of a requirement
          counts its weight × (1 + risk level ÷ 4). The score is the passed share of this sum, in
          percent. Muted and MANUAL findings do not count.
        </p>
      </details>
    </Figure>
  )
}
