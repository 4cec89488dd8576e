/** Failing findings by severity: current, compared with then, and by day. */
import { useState } from 'react'
import { Link } from 'wouter'
import { useList } from '../api/hooks.ts'
import { type Query, search } from '../api/query.ts'
import { DayBar } from '../kit/charts/day-bar.tsx'
import { Figure } from '../kit/charts/figure.tsx'
import { Spark } from '../kit/charts/spark.tsx'
import { StackedArea } from '../kit/charts/stacked-area.tsx'
import { shortDay } from '../kit/dates.ts'
import { SeverityMark } from '../kit/marks.tsx'
import { severities } from '../kit/severities.ts'
import { Loading, Trouble } from '../kit/states.tsx'
import { useView } from '../kit/view.ts'
import { counted, number, words } from '../kit/words.ts'
import { changeWords, daysBefore, scansOf, shownDays, stacked } from './days.ts'
import { failing, scan as scanPage } from './links.ts'
import type { Comparison } from './since.ts'

/** Null if nothing can be compared; undefined while that is not known. */
function changeOf(
  { changes }: Comparison,
  severity: (typeof severities)[number],
): number | null | undefined {
  const change = changes?.by_severity[severity]
  if (!changes || !change) return undefined
  return changes.compared.provider_ids.length > 0 ? change.now - change.before : null
}

const spans = ['14', '30', '90'] as const
const colours = ['critical', 'high', 'medium', 'low', 'info'] as const

interface Props {
  readonly scope: Query
  readonly comparison: Comparison
}

export function Severities({ scope, comparison }: Props) {
  const { view, set } = useView()
  const span = spans.find((one) => one === view['days']) ?? '30'
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const asked = useList<'findings-severity-over-time'>('/overviews/findings_severity/timeseries', {
    ...scope,
    'filter[date_from]': daysBefore(today, Number(span) - 1),
  })
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading rows={9} />
  const days = shownDays(asked.data.rows)
  const last = days.at(-1)
  if (!last) return <p className="muted note">No full scan of this provider has completed yet.</p>
  const isOneDay = stacked(days).filter(({ values }) => values).length === 1
  const hrefOf = (ids: readonly string[], day: string): string =>
    ids.length === 1
      ? scanPage(ids[0] ?? '')
      : `/scans${search({ 'filter[completed_at]': day, 'filter[is_partial]': 'false' })}`
  const marks = scansOf(days).map(({ at, day, ids }) => ({
    at,
    label: `${counted(ids.length, 'scan')} on ${shortDay(day)}`,
    href: hrefOf(ids, day),
  }))
  return (
    <>
      <ul className="severity-strip">
        {severities.map((severity) => {
          const by = changeOf(comparison, severity)
          return (
            <li key={severity}>
              <SeverityMark severity={severity} />
              <span className={`strip-numbers ${severity}`}>
                <Link href={failing({ ...scope, 'filter[severity__in]': severity })}>
                  {number(last[severity])}
                </Link>
                <Spark
                  values={days.map((day) => (day.scan_ids.length > 0 ? day[severity] : null))}
                />
              </span>
              <span className={by && by > 0 ? 'small worse' : 'small muted'}>
                {by === undefined ? '\u00a0' : changeWords(by, comparison.since)}
              </span>
            </li>
          )
        })}
      </ul>
      <Figure
        title="Failed findings by severity"
        note={
          isOneDay
            ? 'From the second day with a scan, this chart compares days and marks each scan.'
            : 'from the latest full scans of each day; ▲ marks a scan'
        }
        actions={
          !isOneDay && (
            <select
              aria-label="Days shown"
              value={span}
              onChange={({ target }) => set({ days: target.value === '30' ? '' : target.value })}
            >
              {spans.map((days) => (
                <option key={days} value={days}>
                  {days} days
                </option>
              ))}
            </select>
          )
        }
        table={{
          columns: [
            { title: 'Day' },
            ...severities.map((severity) => ({ title: words(severity), isNumber: true })),
            { title: 'Muted', isNumber: true },
            { title: 'Scans', isNumber: true },
          ],
          rows: days.toReversed().map((day) => {
            const own = scansOf(days).find(({ day: at }) => at === day.id)
            return [
              day.id,
              ...severities.map((severity) =>
                day.scan_ids.length > 0 ? number(day[severity]) : 'not scanned',
              ),
              number(day.muted),
              own ? (
                <Link key="scans" href={hrefOf(own.ids, day.id)}>
                  {own.ids.length}
                </Link>
              ) : (
                '0'
              ),
            ]
          }),
        }}
      >
        {isOneDay ? (
          <DayBar
            parts={severities.map((severity, at) => ({
              name: severity,
              value: last[severity],
              colour: colours[at] ?? 'info',
            }))}
          />
        ) : (
          <StackedArea
            label={`Failed findings over ${days.length} days. Now ${severities.map((severity) => `${last[severity]} ${severity}`).join(', ')}.`}
            days={stacked(days)}
            series={severities.map((severity, at) => ({
              name: severity === 'informational' ? 'Info' : words(severity),
              colour: colours[at] ?? 'info',
            }))}
            marks={marks}
          />
        )}
      </Figure>
    </>
  )
}
