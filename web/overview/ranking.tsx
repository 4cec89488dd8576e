/** The frameworks with the most failures, with their evaluated share. */
import { Link } from 'wouter'
import type { Query } from '../api/query.ts'
import { useFrameworks } from '../compliance/data.ts'
import { judged, partsOf, worstFirst } from '../compliance/ranking.ts'
import { frameworkName } from '../kit/framework-name.ts'
import { scopeOf } from '../compliance/scope.ts'
import { Bars } from '../kit/charts/bars.tsx'
import { Figure } from '../kit/charts/figure.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { number } from '../kit/words.ts'
import { compliance } from './links.ts'

const most = 8

interface Props {
  readonly scope: Query
  readonly kinds: readonly string[]
}

export function Ranking({ scope, kinds }: Props) {
  const of = scopeOf(scope as Readonly<Record<string, string>>, kinds)
  const { rows, error, retry } = useFrameworks(of)
  if (error) return <Trouble error={error} retry={() => void retry()} />
  if (!rows) return <Loading rows={most + 1} />
  const worst = worstFirst(rows).slice(0, most)
  if (worst.length === 0)
    return <p className="muted note">No framework applies to these provider types.</p>
  return (
    <Figure
      title="Compliance, worst first"
      note={<Link href="/compliance">all {number(rows.length)} frameworks</Link>}
      table={{
        columns: [
          { title: 'Framework' },
          ...['Failed', 'Passed', 'Manual', 'Checks evaluated', 'Checks total'].map((title) => ({
            title,
            isNumber: true,
          })),
        ],
        rows: worst.map((row) => [
          <Link key="name" href={compliance(row.id, scope)}>
            {frameworkName(row)}
          </Link>,
          number(row.requirements_failed),
          number(row.requirements_passed),
          number(row.requirements_manual),
          number(row.checks_judged),
          number(row.checks_named),
        ]),
      }}
    >
      <Bars
        bars={worst.map((row) => ({
          key: row.id,
          name: (
            <Link href={compliance(row.id, scope)} title={row.id}>
              {frameworkName(row)}
            </Link>
          ),
          parts: partsOf(row),
          value: (
            <>
              <span>
                <b>{number(row.requirements_failed)}</b> of {number(row.total_requirements)} fail
              </span>
              <span className="muted small">{judged(row)}</span>
            </>
          ),
        }))}
      />
    </Figure>
  )
}
