/** The scan schedule of each provider, including providers without a schedule. */
import { useMemo, useState } from 'react'
import type { Row } from '../api/documents.ts'
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import { type Column, Grid, type GridRow } from '../kit/grid/grid.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import type { UsedView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { timetableWords } from './timetable.ts'

export interface Planned {
  readonly schedule: Row<'schedules'>
  readonly provider: Row<'providers'> | undefined
}

const columns: readonly Column<Planned>[] = [
  {
    key: 'provider',
    title: 'Provider',
    width: 'minmax(180px, 2fr)',
    card: 'title',
    cell: ({ provider }) => (
      <span title={provider?.uid}>
        {provider?.alias && <strong>{provider.alias} </strong>}
        <span className="mono muted">{provider?.uid}</span>
      </span>
    ),
  },
  {
    key: 'timetable',
    title: 'Schedule',
    width: 'minmax(200px, 2fr)',
    sort: 'scan_frequency',
    card: 'start',
    cell: ({ schedule }) => (
      <span className={schedule.scan_enabled ? '' : 'muted'}>
        {timetableWords(schedule)}
        {schedule.configured && !schedule.scan_enabled && ', paused'}
      </span>
    ),
  },
  {
    key: 'next',
    title: 'Next scan',
    width: '130px',
    sort: 'next_scan_at',
    card: 'end',
    cell: ({ schedule: { next_scan_at } }) =>
      next_scan_at ? <Time at={next_scan_at} /> : <span className="muted">–</span>,
  },
  {
    key: 'last',
    title: 'Last scheduled scan',
    width: '150px',
    sort: 'last_scan_at',
    cell: ({ schedule }) => <Time at={schedule.last_scan_at} />,
  },
]

export function Schedules({ used: { view, query, set } }: { readonly used: UsedView }) {
  const asked = useMemo(() => ({ sort: 'next_scan_at', ...query, include: 'provider' }), [query])
  const schedules = usePaged<'schedules'>('/schedules', asked)
  const [cursor, setCursor] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [leftOut, setLeftOut] = useState(0)
  const [isBulk, setBulk] = useState(false)
  const refusal = unless(useMe(), 'manage_scans')
  const opened = view['open']
  const ids = isBulk ? [...selected] : opened ? [opened] : []
  return (
    <>
      <Filters view={view} set={set} search="schedules">
        <Button
          disabledBecause={
            refusal ?? (selected.size === 0 ? 'No providers are selected.' : undefined)
          }
          onClick={() => setBulk(true)}
        >
          {selected.size === 0
            ? 'Schedule selected'
            : `Schedule ${counted(selected.size, 'provider')}`}
        </Button>
        {leftOut > 0 && (
          <p role="status">
            {counted(leftOut, 'row')} in the range {leftOut === 1 ? 'is' : 'are'} not loaded and not
            selected.
          </p>
        )}
      </Filters>
      <div className="split">
        <div>
          {schedules.error ? (
            <Trouble error={schedules.error} retry={schedules.retry} />
          ) : schedules.count === undefined ? (
            <Loading rows={8} />
          ) : schedules.count === 0 ? (
            <Empty icon="clock" title="No schedules">
              {view['filter[search]']
                ? 'No provider matches the search. Clear the search to see all providers.'
                : 'Connect a provider to schedule its scans.'}
            </Empty>
          ) : (
            <Grid
              label="Schedules"
              columns={columns}
              count={schedules.count}
              row={(index) => rowOf(schedules.row(index), schedules.included(index))}
              want={schedules.want}
              cursor={cursor}
              onCursor={setCursor}
              selected={selected}
              onSelect={(ids, leftOut) => {
                setSelected(ids)
                setLeftOut(leftOut)
              }}
              sort={asked.sort}
              onSort={(sort) => set({ sort })}
              onOpen={({ id }) => set({ open: id })}
              isOld={schedules.isOld}
              takesFocus
            />
          )}
        </div>
      </div>
      {ids.length > 0 && (
        <ScheduleDialog
          ids={ids}
          onClose={() => {
            setBulk(false)
            set({ open: undefined })
          }}
          onDone={() => {
            setSelected(new Set())
            setLeftOut(0)
          }}
        />
      )}
    </>
  )
}

const shown = new WeakMap<object, Planned>()

function rowOf(
  schedule: Row<'schedules'> | undefined,
  included: ReturnType<ReturnType<typeof usePaged>['included']>,
): GridRow<Planned> | undefined {
  if (!schedule) return undefined
  let data = shown.get(schedule)
  if (!data) {
    data = { schedule, provider: included?.of('providers', schedule, 'provider') }
    shown.set(schedule, data)
  }
  return { id: schedule.id, data }
}
