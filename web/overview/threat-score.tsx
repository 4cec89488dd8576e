/** One weighted score and its parts. */
import { Link } from 'wouter'
import { useList } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { Bars } from '../kit/charts/bars.tsx'
import { Figure } from '../kit/charts/figure.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { compliance } from './links.ts'

export function ThreatScore({ scope }: { readonly scope: Query }) {
  const asked = useList<'threatscore-snapshots'>('/overviews/threatscore', scope)
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading rows={6} />
  const [score] = asked.data.rows
  if (!score) return null
  const coverage = Math.round(Number(score.score_coverage) * 100)
  const sections = Object.entries(score.section_scores as Readonly<Record<string, number | null>>)
  const delta = score.score_delta === null ? null : Number(score.score_delta)
  const isOne = asked.data.rows.length === 1
  return (
    <Figure
      title="Threat score"
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
    </Figure>
  )
}
