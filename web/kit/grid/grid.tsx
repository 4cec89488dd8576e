/**
 * A list of any length with keyboard navigation. Only the rows on the screen are rendered. The focus stays on the grid;
 * `aria-activedescendant` names the current row, which is therefore always rendered.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icons.tsx'
import { leastWidth, maxHeight, narrowRow, rowHeight, useNarrow } from './measures.ts'

export interface Column<R> {
  readonly key: string
  readonly title: string
  readonly cell: (row: R) => ReactNode
  /** A track of `grid-template-columns`. */
  readonly width: string
  /** The sort key of this column in the API. */
  readonly sort?: string
  readonly align?: 'end'
  /** The column's position on a phone; hidden there if not set. */
  readonly card?: 'title' | 'start' | 'end'
}

/** A row with its position in a tree. */
export interface GridRow<R> {
  readonly id: string
  readonly data: R
  /** 1 for groups, 2 for their rows. Absent in a flat list. */
  readonly level?: 1 | 2
  readonly isOpen?: boolean
}

export interface GridProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly count: number
  /** Undefined while loading. */
  readonly row: (index: number) => GridRow<R> | undefined
  readonly want: (first: number, last: number) => void
  readonly cursor: number
  readonly onCursor: (index: number) => void
  /** Called on Enter or a press on the row. */
  readonly onOpen?: (row: GridRow<R>, index: number) => void
  /** Called on Left and Right in a tree. */
  readonly onToggle?: (index: number, isOpen: boolean) => void
  readonly selected?: ReadonlySet<string>
  /** True if every row is selected, loaded or not; selecting one then starts a new selection. */
  readonly isAllSelected?: boolean
  /** `leftOut`: the number of rows in a range that are not loaded yet and therefore not in `ids`. */
  readonly onSelect?: (ids: ReadonlySet<string>, leftOut: number) => void
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  /** True if the rows belong to a previous query. */
  readonly isOld?: boolean
  /** Takes the focus when it appears, unless the user is working in a panel or dialog. */
  readonly takesFocus?: boolean
  readonly opened?: string | undefined
}

/** True if a control has the focus: a new list must not take the focus or the next key. */
const isControlInUse = (): boolean =>
  Boolean(document.activeElement?.closest('#main *, dialog, [popover]'))

export function Grid<R>(props: GridProps<R>) {
  const {
    label,
    columns,
    count,
    row,
    want,
    cursor,
    onCursor,
    onOpen,
    onToggle,
    selected,
    onSelect,
  } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<number | null>(null)
  const isNarrow = useNarrow()
  const [height, setHeight] = useState(rowHeight)
  const isTree = onToggle !== undefined
  const current = Math.min(cursor, count - 1)
  const size = isNarrow ? narrowRow : height

  useEffect(() => {
    const changed = (): void => setHeight(rowHeight())
    window.addEventListener('density', changed)
    return () => window.removeEventListener('density', changed)
  }, [])

  const virtual = useVirtualizer({
    count: Math.min(count, Math.floor(maxHeight / size)),
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 8,
    scrollPaddingStart: isNarrow ? 0 : 32,
    scrollPaddingEnd: isNarrow ? 0 : 32, // the header moves all rows down
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [from, to] = [
        Math.max(0, startIndex - overscan),
        Math.min(count - 1, endIndex + overscan),
      ]
      const range = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
      const isBuilt = current < 0 || current >= count || (current >= from && current <= to)
      return isBuilt ? range : [...range, current].toSorted((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  useEffect(() => virtual.measure(), [size, virtual])
  const [first, last] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0]
  useEffect(() => want(first, last), [first, last, want])
  useEffect(() => {
    if (props.takesFocus && !isControlInUse()) scroller.current?.focus({ preventScroll: true })
  }, [props.takesFocus])

  // The buttons of a panel move the cursor, too. Without the row in view, the page after it would not be fetched.
  useEffect(() => {
    if (current > 0) virtual.scrollToIndex(current)
  }, [current, virtual])

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(count - 1, to))
    onCursor(next)
    virtual.scrollToIndex(next)
  }
  const select = (index: number, range: boolean): void => {
    if (!onSelect || !selected) return
    const ids = new Set(selected)
    if (range && anchor.current !== null) {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      let leftOut = 0
      for (let at = from; at <= to; at += 1) {
        const one = row(at)
        if (one) ids.add(one.id)
        else leftOut += 1
      }
      return onSelect(ids, leftOut)
    }
    const chosen = row(index)
    if (!chosen) return
    if (ids.has(chosen.id)) ids.delete(chosen.id)
    else ids.add(chosen.id)
    anchor.current = index
    onSelect(ids, 0)
  }
  const extend = (by: 1 | -1): void => {
    if (!selected?.size || anchor.current === null) select(current, false)
    const next = Math.max(0, Math.min(count - 1, current + by))
    select(next, true)
    move(next)
  }
  const page = (): number =>
    Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / size) - 2)

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(current + 1),
    j: () => move(current + 1),
    ArrowUp: () => move(current - 1),
    k: () => move(current - 1),
    PageDown: () => move(current + page()),
    PageUp: () => move(current - page()),
    Home: () => move(0),
    End: () => move(count - 1),
    ...(onSelect && {
      x: () => select(current, false),
      ' ': () => select(current, false),
      J: () => extend(1),
      K: () => extend(-1),
      'Shift+ArrowDown': () => extend(1),
      'Shift+ArrowUp': () => extend(-1),
    }),
    ...(onToggle && {
      ArrowRight: () => onToggle(current, true),
      ArrowLeft: () => onToggle(current, false),
    }),
    ...(onOpen && {
      Enter: () => {
        const one = row(current)
        if (one) onOpen(one, current)
      },
    }),
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // A link or a button inside handles its own keys.
    if (event.target !== event.currentTarget) return
    if (event.metaKey || event.ctrlKey || event.altKey || count === 0) return
    const isArrow = event.shiftKey && event.key.startsWith('Arrow')
    const run = keys[isArrow ? `Shift+${event.key}` : event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const pressed = useRef<Press>(() => {})
  pressed.current = (index, isSelecting, isRange) => {
    onCursor(index)
    if (isSelecting) return select(index, isRange)
    const one = row(index)
    if (one) onOpen?.(one, index)
  }
  // Rows are rendered again only if their content changes, so their callbacks must stay the same.
  const onPress = useCallback<Press>((...press) => pressed.current(...press), [])
  const tracks = [...(onSelect ? ['32px'] : []), ...columns.map(({ width }) => width)]
  const template = tracks.join(' ')
  // Header and rows have the same width, even if the list is too narrow for its columns and scrolls.
  const minWidth = isNarrow ? undefined : leastWidth(tracks)
  return (
    <div
      ref={scroller}
      className={`grid ${isNarrow ? 'cards' : ''} ${props.isOld ? 'is-old' : ''}`}
      role={isTree ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={onSelect ? true : undefined}
      aria-busy={props.isOld || undefined}
      aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <Head {...props} template={template} minWidth={minWidth} />
      <div
        role="rowgroup"
        className="grid-body"
        style={{ height: virtual.getTotalSize(), minWidth }}
      >
        {items.map(({ index, start }) => {
          const line = row(index)
          return (
            <Line
              key={index}
              id={`${id}-${index}`}
              index={index}
              start={start}
              height={size}
              line={line}
              columns={columns as readonly Column<unknown>[]}
              template={template}
              isCurrent={index === current}
              isSelected={
                onSelect // a loading row also has the checkbox, so that its cells stay below their titles
                  ? props.isAllSelected === true ||
                    (line !== undefined && selected?.has(line.id) === true)
                  : undefined
              }
              isOpened={line !== undefined && line.id === props.opened}
              onPress={onPress}
            />
          )
        })}
      </div>
    </div>
  )
}

function Head<R>({
  columns,
  onSelect,
  sort,
  onSort,
  template,
  minWidth,
}: GridProps<R> & { readonly template: string; readonly minWidth: number | undefined }) {
  return (
    <div role="rowgroup" className="grid-head" style={{ minWidth }}>
      <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {onSelect && (
          <span role="columnheader">
            <span className="visually-hidden">Selected</span>
          </span>
        )}
        {columns.map(({ key, title, sort: by, align }) => {
          const direction =
            by && sort === by ? 'ascending' : by && sort === `-${by}` ? 'descending' : undefined
          return (
            <span key={key} role="columnheader" className={align} aria-sort={direction}>
              {by && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}
                >
                  {title}
                  {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
                </button>
              ) : (
                title
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}

type Press = (index: number, isSelecting: boolean, isRange: boolean) => void

interface LineProps {
  readonly id: string
  readonly index: number
  readonly start: number
  readonly height: number
  readonly line: GridRow<unknown> | undefined
  readonly columns: readonly Column<unknown>[]
  readonly template: string
  readonly isCurrent: boolean
  readonly isSelected: boolean | undefined
  readonly isOpened: boolean
  readonly onPress: Press
}

function LineOf({
  id,
  index,
  start,
  height,
  line,
  columns,
  template,
  isCurrent,
  isSelected,
  isOpened,
  onPress,
}: LineProps) {
  const { level, isOpen } = line ?? {}
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      aria-busy={line ? undefined : true}
      className={`grid-row ${isCurrent ? 'is-current' : ''} ${isOpened ? 'is-opened' : ''} ${level ? `level-${level}` : ''}`}
      style={{ transform: `translateY(${start}px)`, height, gridTemplateColumns: template }}
      onClick={({ target, shiftKey }) => {
        if (target instanceof Element && target.closest('a, button')) return
        onPress(
          index,
          target instanceof Element && target.closest('.grid-select') !== null,
          shiftKey,
        )
      }}
    >
      {isSelected !== undefined && (
        <span role="gridcell" className="grid-select">
          <i className={isSelected ? 'box is-on' : 'box'} aria-hidden="true">
            {isSelected && <Icon name="check" />}
          </i>
          <span className="visually-hidden">{isSelected ? 'selected' : 'not selected'}</span>
        </span>
      )}
      {columns.map(({ key, cell, align, card }) => (
        <span
          key={key}
          role="gridcell"
          className={`${align ?? ''} ${card ? `card-${card}` : 'card-none'}`}
        >
          {line ? cell(line.data) : <i className="placeholder" />}
        </span>
      ))}
    </div>
  )
}

const Line = memo(
  LineOf,
  (a, b) =>
    a.start === b.start &&
    a.height === b.height &&
    a.line?.data === b.line?.data &&
    a.line?.isOpen === b.line?.isOpen &&
    a.columns === b.columns &&
    a.isCurrent === b.isCurrent &&
    a.isSelected === b.isSelected &&
    a.isOpened === b.isOpened,
)
