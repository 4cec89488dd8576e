import { Link } from 'wouter'
import { Bars } from '../kit/charts/bars.tsx'
import { DayBar } from '../kit/charts/day-bar.tsx'
import { Figure } from '../kit/charts/figure.tsx'
import { HeatMatrix } from '../kit/charts/heat-matrix.tsx'
import { type Cell, matrixOf } from '../kit/charts/matrix.ts'
import { Spark } from '../kit/charts/spark.tsx'
import { StackedArea } from '../kit/charts/stacked-area.tsx'
import { shortDay } from '../kit/dates.ts'
import { Button } from '../kit/button.tsx'
import { severities } from '../kit/severities.ts'
import { counted, words } from '../kit/words.ts'
import { Example } from './section.tsx'

const colors = ['critical', 'high', 'medium', 'low', 'info'] as const
const series = severities
  .map((name, at) => ({ name: words(name), colour: colors[at] ?? 'info' }))
  .toReversed()
const firstDay = Date.parse('2026-11-01')
/** The fourth and fifth day have no scan. */
const days = Array.from({ length: 21 }, (_, day) => ({
  day: new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10),
  values:
    day === 3 || day === 4 ? null : [9, 31, 42 - day, 22 + (day % 5), 12 - Math.floor(day / 3)],
}))
const here = '/'

const cells = [
  ['Production', 's3', 48],
  ['Production', 'iam', 17],
  ['Production', 'ec2', 120],
  ['Production', 'kms', 0],
  ['Staging', 's3', 6],
  ['Staging', 'ec2', 31],
  ['Staging', 'lambda', 2],
].map(([row = '', column = '', value]) => ({
  row: String(row),
  column: String(column),
  value: Number(value),
  data: null,
}))
const cellLabel = ({ row, column, value }: Cell<null>): string =>
  `${counted(value, 'failed finding')} of ${column} in ${row}`

const partsOf = (failed: number, passed: number, unknown: number) => [
  { name: 'failed', value: failed, colour: 'fail' },
  { name: 'passed', value: passed, colour: 'pass' },
  { name: 'not evaluated', value: unknown, colour: 'muted', isHatched: true },
]
const frameworks = [
  { name: 'CIS 3.0', parts: partsOf(18, 31, 9) },
  { name: 'PCI 4.0', parts: partsOf(7, 52, 0) },
  { name: 'ISO 27001 2022', parts: partsOf(0, 0, 0) },
]

export const Charts = () => (
  <>
    <Example title="Stacked area: two days without a scan" isWide>
      <Figure
        title="Failed findings by severity"
        note="21 days"
        actions={<Button kind="quiet">30 days</Button>}
        table={{
          columns: [
            { title: 'Day' },
            ...series.map(({ name }) => ({ title: name, isNumber: true })),
          ],
          rows: days.map(({ day, values }) => [
            shortDay(day),
            ...(values ?? series.map(() => '–')),
          ]),
        }}
      >
        <StackedArea
          label="Failed findings by severity over 21 days"
          days={days}
          series={series}
          marks={[0, 2, 9, 20].map((at) => ({ at, label: `1 scan, day ${at + 1}`, href: here }))}
        />
      </Figure>
    </Example>
    <Example title="Matrix" isWide>
      <Figure
        title="Failed findings by provider and service"
        note="darker: more failures; ·: no failures; blank: no findings"
        table={{
          columns: [{ title: 'Provider' }, { title: 'Service' }, { title: 'Fail', isNumber: true }],
          rows: cells.map(({ row, column, value }) => [row, column, value]),
        }}
      >
        <HeatMatrix
          label="Failed findings by provider and service"
          matrix={matrixOf(cells, 14)}
          corner="Provider"
          rowName={(row) => <Link href={here}>{row}</Link>}
          cellHref={() => here}
          cellLabel={cellLabel}
        />
      </Figure>
    </Example>
    <Example title="Bars, the last without a value" isWide>
      <Bars
        bars={frameworks.map(({ name, parts: [failed, passed, unknown] }) => ({
          key: name,
          name: <Link href={here}>{name}</Link>,
          parts: [failed, passed, unknown].filter((part) => part !== undefined),
          value: `${failed?.value} fail`,
        }))}
      />
    </Example>
    <Example title="Bar of a single day" isWide>
      <DayBar
        parts={[...series]
          .toReversed()
          .map(({ name, colour }, at) => ({ name, colour, value: [2, 14, 31, 40, 6][at] ?? 0 }))}
      />
    </Example>
    <Example title="Spark lines">
      <div className="row">
        <Spark values={[4, 5, 9, 7, 7, 3]} />
        <Spark values={[4, 4, null, null, 6, 8]} />
        <Spark values={[2, 2, 2]} />
      </div>
    </Example>
  </>
)
