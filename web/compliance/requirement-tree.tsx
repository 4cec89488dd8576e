/** Sections and their requirements for any framework; tree.ts determines the sections. */
import { useEffect, useMemo, useState } from 'react'
import { PartBar } from '../kit/charts/bars.tsx'
import { type Column, Grid, type GridRow } from '../kit/grid/grid.tsx'
import { lineAt, lineCount, lineOf } from '../kit/grid/outline.ts'
import { Icon } from '../kit/icons.tsx'
import { StatusMark, Tag } from '../kit/marks.tsx'
import { number } from '../kit/words.ts'
import {
  attributeWords,
  judgedBy,
  reasonWords,
  type Requirement,
  type Section,
  sectionsOf,
  shownKeys,
} from './tree.ts'

interface Props {
  readonly requirements: readonly Requirement[]
  readonly opened: string | undefined
  readonly onOpen: (id: string) => void
  readonly isOld: boolean
}

type Shown =
  | { readonly is: 'section'; readonly section: Section; readonly isOpen: boolean }
  | {
      readonly is: 'requirement'
      readonly requirement: Requirement
      readonly keys: readonly string[]
    }

/** The number of attributes in a row; the panel has all. */
const mostTags = 1

export function RequirementTree({ requirements, opened, onOpen, isOld }: Props) {
  const sections = useMemo(() => sectionsOf(requirements), [requirements])
  const isTree = sections.length > 1
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState(0)
  useEffect(() => setCursor(0), [requirements])
  const open = useMemo(
    () =>
      new Map(
        sections.flatMap(({ title, requirements }, at) =>
          closed.has(title) ? [] : [[at, requirements.length] as const],
        ),
      ),
    [sections, closed],
  )
  const rows = useMemo(() => {
    const keys = shownKeys(requirements).slice(0, mostTags)
    const shown = new Map<string, Shown>()
    for (const section of sections) {
      const isOpen = !closed.has(section.title)
      shown.set(`section ${section.title}`, { is: 'section', section, isOpen })
      for (const requirement of section.requirements)
        shown.set(requirement.id, { is: 'requirement', requirement, keys })
    }
    return shown
  }, [requirements, sections, closed])
  const row = (index: number): GridRow<Shown> | undefined => {
    const { group, row: at } = isTree ? lineAt(index, open) : { group: 0, row: index }
    const section = sections[group]
    if (!section) return undefined
    const id = at === null ? `section ${section.title}` : (section.requirements[at]?.id ?? '')
    const data = rows.get(id)
    if (!data) return undefined
    if (!isTree) return { id, data }
    return at === null ? { id, data, level: 1, isOpen: open.has(group) } : { id, data, level: 2 }
  }
  const toggle = (index: number, isOpen: boolean): void => {
    const { group, row: at } = lineAt(index, open)
    const title = sections[group]?.title
    if (title === undefined) return
    if (at !== null) {
      if (!isOpen) setCursor(lineOf(group, open))
      return
    }
    const next = new Set(closed)
    if (isOpen) next.delete(title)
    else next.add(title)
    setClosed(next)
  }
  return (
    <Grid
      label="Requirements"
      columns={columns}
      count={isTree ? lineCount(sections.length, open) : requirements.length}
      row={row}
      want={nothing}
      cursor={cursor}
      onCursor={setCursor}
      onOpen={({ data, id }, index) =>
        data.is === 'section' ? toggle(index, !data.isOpen) : onOpen(id)
      }
      {...(isTree && { onToggle: toggle })}
      opened={opened}
      isOld={isOld}
      takesFocus
    />
  )
}

const nothing = (): void => {}

const columns: readonly Column<Shown>[] = [
  {
    key: 'status',
    title: 'Status',
    width: '116px',
    card: 'start',
    cell: (shown) =>
      shown.is === 'section' ? (
        <span className="section-toggle">
          <Icon name={shown.isOpen ? 'down' : 'right'} />
          {number(shown.section.requirements.length)}
        </span>
      ) : (
        <StatusMark status={shown.requirement.status} />
      ),
  },
  {
    key: 'name',
    title: 'Requirement',
    width: 'minmax(220px, 4fr)',
    card: 'title',
    cell: (shown) =>
      shown.is === 'section' ? (
        shown.section.title
      ) : (
        <span title={shown.requirement.description}>
          <code className="muted">{shown.requirement.id}</code> {shown.requirement.name}
        </span>
      ),
  },
  {
    key: 'attributes',
    title: 'Attributes',
    width: 'minmax(0, 130px)',
    cell: (shown) =>
      shown.is === 'requirement' &&
      shown.keys.map((key) => {
        const value = shown.requirement.attributes[key]
        return (
          value !== undefined && (
            <span key={key} title={attributeWords(key)}>
              <Tag>{String(value)}</Tag>{' '}
            </span>
          )
        )
      }),
  },
  {
    key: 'judged',
    title: 'Evaluated by',
    width: '150px',
    card: 'end',
    cell: (shown) =>
      shown.is === 'section' ? (
        <PartBar
          parts={[
            { name: 'failed', value: shown.section.failed, colour: 'fail' },
            { name: 'passed', value: shown.section.passed, colour: 'pass' },
            { name: 'manual', value: shown.section.manual, colour: 'manual', isHatched: true },
          ]}
        />
      ) : (
        <span className="muted" title={reasonWords(shown.requirement.reason)}>
          {judgedBy(shown.requirement)}
        </span>
      ),
  },
]
