/** Rows that the palette finds: resources, checks, accounts and findings, with the links to them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { list } from '../api/client.ts'
import type { Page, Row, Type } from '../api/documents.ts'
import { type Query, search } from '../api/query.ts'
import { number, words } from '../kit/words.ts'

/** A row with its address. */
export interface Result {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly href: string
}

export interface ResultGroup {
  readonly title: string
  readonly results: readonly Result[]
  /** The results are those of an earlier text, or none yet. */
  readonly isLoading: boolean
  readonly error: Error | null
}

/** The API's limit of a search. */
const longest = 256
const most = 5

/** From this length on, findings are searched too, after a longer pause: the server reads all of them for it. */
export const shortestForFindings = 4

interface Source {
  readonly title: string
  readonly path: string
  /** The shortest text that is searched. */
  readonly shortest: number
  /** Typing has paused for this time before the request. */
  readonly pauseMs: number
  /** Queries in their order. The later ones are sent if the earlier ones find too few rows. */
  readonly queries: (text: string) => readonly Query[]
  readonly results: (page: Page, text: string) => readonly Result[]
  /** The link to all rows, if there are more. */
  readonly all?: (text: string) => Result
}

const cheap = { shortest: 2, pauseMs: 120 } as const

const open = { 'filter[status__in]': 'FAIL,MANUAL', 'filter[muted]': 'false' } as const

const rowsOf = <T extends Type>(page: Page): readonly Row<T>[] =>
  page.rows as unknown as readonly Row<T>[]

// All members can read these lists, which are limited to the accounts that their roles show.
const resources: Source = {
  title: 'Resources',
  path: '/resources/latest',
  ...cheap,
  queries: (text) => [{ 'filter[search]': text, 'fields[resources]': 'name,uid,type,region' }],
  results: (page, text) =>
    rowsOf<'resources'>(page).map(({ id, name, uid, type, region }) => ({
      id,
      label: name || uid,
      note: [type, region].filter(Boolean).join(', '),
      href: `/resources${search({ 'filter[search]': text, open: id })}`,
    })),
}

const accounts: Source = {
  title: 'Accounts',
  path: '/providers',
  ...cheap,
  queries: (text) => [{ 'filter[search]': text, 'fields[providers]': 'alias,uid,provider' }],
  results: (page, text) =>
    rowsOf<'providers'>(page).map(({ id, alias, uid, provider }) => ({
      id,
      label: alias || uid,
      note: alias ? `${provider}, ${uid}` : provider,
      href: `/providers${search({ 'filter[search]': text, open: id })}`,
    })),
}

const checks: Source = {
  title: 'Checks',
  path: '/finding-groups/latest',
  ...cheap,
  queries: (text) => {
    const fields = { 'fields[finding-groups]': 'check_id,check_title,fail_count,manual_count' }
    const byTitle = { ...fields, 'filter[check_title__icontains]': text }
    const byId = { ...fields, 'filter[check_id__icontains]': text.replace(/\s+/g, '_') }
    return text.includes('_') ? [byId, byTitle] : [byTitle, byId]
  },
  results: (page) =>
    rowsOf<'finding-groups'>(page).map(
      ({ id, check_id, check_title, fail_count, manual_count }) => ({
        id,
        label: check_title ?? check_id,
        note: `${number(fail_count)} failing`,
        href: `/findings${search({
          ...(fail_count + manual_count > 0 && open),
          'filter[check_id]': check_id,
          group: 'none',
        })}`,
      }),
    ),
}

const findings: Source = {
  title: 'Findings',
  path: '/findings/latest',
  shortest: shortestForFindings,
  pauseMs: 400,
  queries: (text) => [
    {
      ...open,
      'filter[search]': text,
      sort: 'severity',
      include: 'resources',
      'fields[findings]': 'severity,check_id,check_metadata,resources',
      'fields[resources]': 'name,uid',
    },
  ],
  results: (page, text) =>
    rowsOf<'findings'>(page).map((finding) => {
      const resource = page.included.of('resources', finding, 'resources')
      const { checktitle } = finding.check_metadata as { readonly checktitle?: string }
      return {
        id: finding.id,
        label: checktitle || finding.check_id,
        note: [words(finding.severity), resource?.name || resource?.uid].filter(Boolean).join(', '),
        href: allFindings(text, finding.id),
      }
    }),
  all: (text) => ({
    id: 'all',
    label: `Show all open findings with “${text}”`,
    note: '',
    href: allFindings(text),
  }),
}

const allFindings = (text: string, opened?: string): string =>
  `/findings${search({ ...open, 'filter[search]': text, group: 'none', open: opened })}`

/** The text after a pause in typing. */
function usePaused(text: string, pauseMs: number): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return paused
}

/** The groups of a text that is long enough. An older request ends when the text changes. */
export function useResults(text: string): readonly ResultGroup[] {
  const typed = text.trim().slice(0, longest)
  const groups = [
    useGroup(resources, typed),
    useGroup(accounts, typed),
    useGroup(checks, typed),
    useGroup(findings, typed),
  ]
  return groups.filter((group) => group !== undefined)
}

async function found(
  { path, queries, results, all }: Source,
  text: string,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const byId = new Map<string, Result>()
  for (const query of queries(text)) {
    const page = await list(path, { ...query, 'page[size]': most }, signal)
    for (const one of results(page, text))
      if (byId.size < most && !byId.has(one.id)) byId.set(one.id, one)
    if (page.count > most && all) byId.set('', all(text))
    if (byId.size >= most) break
  }
  return [...byId.values()]
}

function useGroup(source: Source, typed: string): ResultGroup | undefined {
  const { title, path, shortest, pauseMs } = source
  const wanted = typed.length >= shortest ? typed : ''
  const asked = usePaused(wanted, pauseMs)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [path, asked, 'palette'],
    queryFn: ({ signal }) => found(source, asked, signal),
    placeholderData: keepPreviousData,
    enabled: asked !== '',
  })
  if (wanted === '') return undefined
  return {
    title,
    results: data ?? [],
    isLoading: asked !== wanted || isPlaceholderData || (!data && !error),
    error,
  }
}
