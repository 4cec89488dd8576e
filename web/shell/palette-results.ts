/** Rows that the palette finds: resources, checks, accounts and findings, with the links to them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { list } from '../api/client.ts'
import type { Page, Row, Type } from '../api/documents.ts'
import { type Query, search } from '../api/query.ts'
import { counted, number, words } from '../kit/words.ts'

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

const shortest = 2
/** The API's limit of a search. */
const longest = 256
const debounceMs = 120
const most = 5

interface Source {
  readonly title: string
  readonly path: string
  readonly query: (text: string) => Query
  readonly results: (page: Page, text: string) => readonly Result[]
}

const open = { 'filter[status__in]': 'FAIL,MANUAL', 'filter[muted]': 'false' } as const

const rowsOf = <T extends Type>(page: Page): readonly Row<T>[] =>
  page.rows as unknown as readonly Row<T>[]

// All members can read these lists, which are limited to the accounts that their roles show.
const resources: Source = {
  title: 'Resources',
  path: '/resources/latest',
  query: (text) => ({ 'filter[search]': text, 'fields[resources]': 'name,uid,type,region' }),
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
  query: (text) => ({ 'filter[search]': text, 'fields[providers]': 'alias,uid,provider' }),
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
  query: (text) => ({
    [`filter[check_${/^\w+_\w*$/.test(text) ? 'id' : 'title'}__icontains]`]: text,
    'fields[finding-groups]': 'check_id,check_title,fail_count,manual_count',
  }),
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
  query: (text) => ({
    ...open,
    'filter[search]': text,
    sort: 'severity',
    include: 'resources',
    'fields[findings]': 'severity,check_id,check_metadata,resources',
    'fields[resources]': 'name,uid',
  }),
  results: (page, text) => {
    const view = { 'filter[search]': text, group: 'none' }
    const results = rowsOf<'findings'>(page).map((finding): Result => {
      const resource = page.included.of('resources', finding, 'resources')
      const { checktitle } = finding.check_metadata as { readonly checktitle?: string }
      return {
        id: finding.id,
        label: checktitle || finding.check_id,
        note: [words(finding.severity), resource?.name || resource?.uid].filter(Boolean).join(', '),
        href: `/findings${search({ ...open, ...view, open: finding.id })}`,
      }
    })
    const all: Result = {
      id: 'all',
      label: `Show ${counted(page.count, 'open finding')} with “${text}”`,
      note: '',
      href: `/findings${search({ ...open, ...view })}`,
    }
    return page.count > results.length ? [...results, all] : results
  },
}

/** The groups of a text of at least two characters. An older request ends when the text changes. */
export function useResults(text: string): readonly ResultGroup[] {
  const wanted = text.trim().slice(0, longest)
  const isLong = wanted.length >= shortest
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(isLong ? wanted : ''), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted, isLong])
  const found = [
    useGroup(resources, asked),
    useGroup(accounts, asked),
    useGroup(checks, asked),
    useGroup(findings, asked),
  ]
  if (!isLong) return []
  return found.map((group) => ({ ...group, isLoading: group.isLoading || asked !== wanted }))
}

function useGroup({ title, path, query, results }: Source, asked: string): ResultGroup {
  const of = { ...query(asked), 'page[size]': most }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [path, of, 'palette'],
    queryFn: async ({ signal }) => ({ page: await list(path, of, signal), asked }),
    placeholderData: keepPreviousData,
    enabled: asked !== '',
  })
  return {
    title,
    results: data ? results(data.page, data.asked) : [],
    isLoading: isPlaceholderData || (!data && !error),
    error,
  }
}
