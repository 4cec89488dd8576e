/** The findings of an action: the selected ones, else the one under the cursor. */
import { useMemo, useState } from 'react'
import { type Query, readRows } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { queryClient } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { failed } from '../kit/toast.tsx'
import { groupFilterOf } from './grouping.ts'
import { newestHeld } from './held.ts'
import { isOfPast, pathsOf } from './paths.ts'

/** The attributes of a finding that actions need. */
export type Chosen = Pick<
  Row<'findings'>,
  'id' | 'uid' | 'check_id' | 'status' | 'raw_status' | 'triage_status' | 'muted'
>

/** The maximum number of findings in one mute rule. */
export const mostChosen = 10_000
/** The maximum number of findings in one triage request. */
export const mostDecided = 1_000

export interface Selection {
  readonly chosen: ReadonlyMap<string, Chosen>
  /** Ids of the lines that are shown as selected, including groups. */
  readonly ids: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>, leftOut: number) => void
  /** The number of rows of the last range that are unknown because they were not loaded. */
  readonly leftOut: number
  /** All matching findings in place of individual ones. */
  readonly whole: Whole | null
  readonly isEmpty: boolean
  readonly clear: () => void
  /** Selects all findings of the view; `count` is their number, if known. */
  readonly all: (count: number | undefined) => Promise<void>
  /** Selects all findings of the group of a line. */
  readonly group: (lineId: string) => Promise<readonly Chosen[]>
  /** Applies a decision that was made after the findings were selected. */
  readonly settle: (ids: ReadonlySet<string>, status: Chosen['triage_status']) => void
}

const fields = 'uid,check_id,status,raw_status,triage_status,muted'

const matching = (query: Query): Promise<readonly Chosen[]> => {
  const { sort: _, ...filters } = query
  return readRows<'findings'>(
    pathsOf(filters).findings,
    { ...filters, 'fields[findings]': fields },
    mostChosen,
  )
}

/** Returns the newest version of a finding that was fetched. */
export const heldFinding = (id: string): Row<'findings'> | undefined => newestHeld(queryClient, id)

/** All findings of a view, loaded or not: the API applies a decision by the filters. */
export interface Whole {
  readonly filters: Query
  readonly count: number
}

const nothing: ReadonlyMap<string, Chosen> = new Map()
const noGroups: ReadonlyMap<string, ReadonlySet<string>> = new Map()

export function useSelection(query: Query): Selection {
  const [chosen, setChosen] = useState(nothing)
  /** Findings of completely selected groups, by the ids of their lines. */
  const [groups, setGroups] = useState(noGroups)
  const [leftOut, setLeftOut] = useState(0)
  const [heldWhole, setWhole] = useState<Whole | null>(null)
  const { sort: _, ...filters } = query
  const whole = heldWhole && search(heldWhole.filters) === search(filters) ? heldWhole : null
  const ids = useMemo(() => new Set([...chosen.keys(), ...groups.keys()]), [chosen, groups])
  const clear = (): void => {
    setLeftOut(0)
    setWhole(null)
    setChosen(nothing)
    setGroups(noGroups)
  }
  const add = (rows: readonly Chosen[]): void =>
    setChosen((held) => new Map([...held, ...rows.map((row) => [row.id, row] as const)]))
  const group = async (lineId: string): Promise<readonly Chosen[]> => {
    const own = groupFilterOf(lineId)
    const rows = await matching({ ...query, ...(own && { [own.name]: own.value }) })
    add(rows)
    setGroups((held) => new Map([...held, [lineId, new Set(rows.map(({ id }) => id))]]))
    return rows
  }
  return {
    chosen,
    ids,
    whole,
    isEmpty: ids.size === 0 && !whole,
    clear,
    group,
    all: async (count) => {
      clear()
      if (count !== undefined && isByFilter(query, count)) setWhole({ filters, count })
      else add(await matching(query))
    },
    leftOut,
    settle: (ids, triage_status) =>
      setChosen(
        (held) =>
          new Map(
            [...held].map(([id, one]) => [id, ids.has(id) ? { ...one, triage_status } : one]),
          ),
      ),
    onSelect: (next, leftOut) => {
      setLeftOut(leftOut)
      setWhole(null)
      const added = [...next].filter((id) => !ids.has(id))
      const removed = new Set([...ids].filter((id) => !next.has(id)))
      add(added.flatMap((id) => heldFinding(id) ?? []))
      for (const id of added) if (groupFilterOf(id)) group(id).catch(failed)
      if (removed.size === 0) return
      const gone = new Set([...removed].flatMap((id) => [id, ...(groups.get(id) ?? [])]))
      setChosen(new Map([...chosen].filter(([id]) => !gone.has(id))))
      // A group with a deselected finding is no longer completely selected.
      const isWhole = (members: ReadonlySet<string>): boolean => members.isDisjointFrom(gone)
      setGroups(
        (held) =>
          new Map([...held].filter(([id, members]) => !removed.has(id) && isWhole(members))),
      )
    },
  }
}

/**
 * Decides by the filters if one request cannot contain all findings, provided that the filters refer to the present.
 */
const isByFilter = (query: Query, count: number): boolean => count > mostDecided && !isOfPast(query)
