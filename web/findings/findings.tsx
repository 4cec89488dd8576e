/** Findings: current problems, by check or individually, with triage in the list. */
import { useEffect, useMemo, useState } from 'react'
import { Grid } from '../kit/grid/grid.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { type UsedView, useView } from '../kit/view.ts'
import { useActions } from './actions.tsx'
import { useSelection } from './chosen.ts'
import { flatColumns, groupedColumns, narrowed } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import './findings.css'
import { formOf, formTitles, groupFilterOf } from './grouping.ts'
import { Head, useMatching } from './head.tsx'
import { useFlat, useGrouped } from './lines.ts'
import { NoMatch } from './no-match.tsx'
import { FindingPanel } from './panel/finding-panel.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { actionable, defaultSort, isBare } from './views.ts'

export default function Findings() {
  const used = useView()
  const { view, set } = used
  // A URL without a query gets the default view of open work.
  useEffect(() => {
    if (isBare(view)) set({ ...actionable, group: 'check' }, { replace: true })
  }, [view, set])
  return isBare(view) ? <Loading rows={14} /> : <List {...used} />
}

function List({ view, query, set: setView }: UsedView) {
  const group = formOf(view)
  const grouping = group === 'none' ? 'check' : group
  const isGrouped = group !== 'none'
  const set = useMemo<UsedView['set']>(
    () => (changes, how) => setView({ group, ...changes }, how),
    [setView, group],
  )
  const flat = useFlat(query, !isGrouped)
  const grouped = useGrouped(query, view, { grouping, enabled: isGrouped })
  const lines = isGrouped ? grouped : flat
  const opened = view['open']
  const hasPanel = opened !== undefined
  const columns = useMemo(() => {
    const all = isGrouped ? groupedColumns(view, grouping) : flatColumns
    return hasPanel ? narrowed(all) : all
  }, [isGrouped, grouping, view, hasPanel])
  const [cursor, setCursor] = useState(0)
  const [isEvidenceAsked, setEvidenceAsked] = useState(false)
  const selection = useSelection(query)
  const matching = useMatching(query, lines)

  const open = (id: string): void => set({ open: id }, { replace: opened !== undefined })
  const moveTo = (index: number): void => {
    setCursor(index)
    const id = lines.row(index)?.id
    setEvidenceAsked(false)
    if (opened !== undefined && id !== undefined && !groupFilterOf(id)) open(id)
  }
  const actions = useActions({
    selection,
    current: lines.row(cursor)?.id,
    opened,
    group,
    matching,
    view,
    set,
    onEvidence: (id) => {
      setEvidenceAsked(true)
      set({ open: id, tab: undefined }, { replace: opened !== undefined })
    },
  })
  /** The line of the finding before or after the open one. Groups between them are passed over. */
  const neighbor = (step: 1 | -1): number | undefined => {
    if (lines.row(cursor)?.id !== opened) return undefined
    for (let index = cursor + step; index >= 0; index += step) {
      const line = lines.row(index)
      if (!line) return undefined
      if (!groupFilterOf(line.id)) return index
    }
    return undefined
  }
  const toggle = (index: number, isOpen: boolean): void => {
    if (lines.toggle) setCursor(lines.toggle(index, isOpen))
  }
  return (
    <div className="screen">
      <Head view={view} query={query} group={group} lines={lines} count={matching} />
      <FilterBar view={view} set={set} />
      <div className="split">
        <div>
          {lines.error ? (
            <Trouble error={lines.error} retry={lines.retry} />
          ) : lines.count === undefined ? (
            <Loading rows={14} />
          ) : lines.count === 0 ? (
            <NoMatch view={view} set={set} />
          ) : (
            <Grid
              key={group}
              label={isGrouped ? `Findings ${formTitles[group].toLowerCase()}` : 'Findings'}
              columns={columns}
              count={lines.count}
              row={lines.row}
              want={lines.want}
              cursor={cursor}
              onCursor={moveTo}
              onOpen={({ id, isOpen }, index) =>
                groupFilterOf(id) ? toggle(index, !isOpen) : open(id)
              }
              {...(lines.toggle && { onToggle: toggle })}
              selected={selection.ids}
              isAllSelected={selection.whole !== null}
              onSelect={selection.onSelect}
              sort={
                query['sort'] === undefined
                  ? isGrouped
                    ? undefined
                    : defaultSort.flat
                  : String(query['sort'])
              }
              onSort={(sort) => set({ sort })}
              isOld={lines.isOld}
              takesFocus
              opened={opened}
            />
          )}
          <SelectionBar selection={selection} matching={matching} actions={actions.ofFindings} />
        </div>
        {opened !== undefined && (
          <FindingPanel
            id={opened}
            view={view}
            set={set}
            onClose={() => set({ open: undefined, tab: undefined })}
            isEvidenceAsked={isEvidenceAsked}
            actionsOf={actions.ofFinding}
            previous={neighbor(-1)}
            next={neighbor(1)}
            onStep={moveTo}
            hasStepKeys={!isGrouped}
          />
        )}
      </div>
      {actions.dialog}
    </div>
  )
}
