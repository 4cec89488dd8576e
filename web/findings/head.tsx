/** The head of the list: a summary with counts, predefined views, and further actions. */
import { Link, useLocation } from 'wouter'
import { useList } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { type Query, search } from '../api/query.ts'
import type { View } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { ExportMenu } from './export-menu.tsx'
import { setFilters } from './filters.ts'
import { useNames } from './names.ts'
import { queryText } from './saved.ts'
import { type Form, formTitles, groupings } from './grouping.ts'
import type { Lines } from './lines.ts'
import { pathsOf } from './paths.ts'
import { SavedViews } from './saved-views.tsx'
import { readyViewOf, readyViews, sentence } from './views.ts'

interface Props {
  readonly view: View
  readonly query: Query
  readonly group: Form
  readonly lines: Lines
  /** The number of findings; undefined while loading. */
  readonly count: number | undefined
}

export function Head({ view, query, group, lines, count }: Props) {
  const { sort: _, ...filters } = query
  const ready = readyViewOf(view)
  const [, go] = useLocation()
  const refusal = unless(useMe(), 'manage_alerts')
  return (
    <>
      <header className="screen-head findings-head">
        <h1>Findings</h1>
        <Said view={view} filters={filters} group={group} count={count} lines={lines} />
        <FormChoice view={view} form={group} />
        <SavedViews view={view} />
        <Button
          icon="alerts"
          disabledBecause={refusal}
          onClick={() =>
            go(`/alerts?${new URLSearchParams({ edit: 'new', like: queryText(view) })}`)
          }
        >
          Alert
        </Button>
        <ExportMenu query={filters} />
      </header>
      <nav className="views" aria-label="Views">
        {readyViews.map(({ title, about, filters }) => (
          <Link
            key={title}
            href={`/findings${search({ ...filters, group })}`}
            title={about}
            aria-current={title === ready?.title ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
        <Link
          href={`/findings${search({ group })}`}
          aria-current={setFilters(view).length === 0 ? 'page' : undefined}
        >
          All
        </Link>
      </nav>
    </>
  )
}

/** Selects the grouping of the list. */
function FormChoice({ view, form }: { readonly view: View; readonly form: Form }) {
  const [, go] = useLocation()
  // A sort key of groups is invalid for findings.
  const { sort: _, ...kept } = view
  return (
    <label className="form-choice">
      <span className="muted">Show</span>
      <select
        value={form}
        onChange={({ target }) => go(`/findings${search({ ...kept, group: target.value })}`)}
      >
        {[...groupings, 'none' as const].map((one) => (
          <option key={one} value={one}>
            {formTitles[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

const countOnly = { 'page[size]': 1, 'fields[findings]': 'uid' } as const

/** The number of findings that match these filters: from the list, else from the API after the list has loaded. */
export function useMatching({ sort: _, ...filters }: Query, lines: Lines): number | undefined {
  const { data } = useList<'findings'>(
    pathsOf(filters).findings,
    { ...filters, ...countOnly },
    { enabled: lines.count !== undefined && lines.matching === undefined },
  )
  return lines.matching ?? data?.count
}

/** Muted findings and limited visibility are noted next to the number. */
function Said({
  view,
  filters,
  group,
  count,
  lines,
}: {
  readonly view: View
  readonly filters: Query
  readonly group: string
  readonly count: number | undefined
  readonly lines: Lines
}) {
  const { nameOf } = useNames(view)
  const { roles } = useMe()
  const muted = useList<'findings'>(
    pathsOf(filters).findings,
    { ...filters, 'filter[muted]': 'true', ...countOnly },
    { enabled: lines.count !== undefined && lines.muted === undefined },
  )
  const hidden = lines.muted ?? muted.data?.count ?? 0
  const { open: _, sort: __, ...address } = view
  const ofMuted = `/findings${search({ ...address, 'filter[muted]': 'true', group })}`
  return (
    <p className="said-view" role="status">
      {count !== undefined && (
        <>
          <b>{counted(count, 'finding')}</b>
          <span className="muted">: {sentence(view, nameOf)}.</span>
          {hidden > 0 && view['filter[muted]'] !== 'true' && (
            <>
              {' '}
              <Link href={ofMuted}>
                {view['filter[muted]'] === 'false'
                  ? `${number(hidden)} more with these filters ${hidden === 1 ? 'is' : 'are'} muted`
                  : `${number(hidden)} of them ${hidden === 1 ? 'is' : 'are'} muted`}
              </Link>
              .
            </>
          )}
          {!roles.some(({ unlimited_visibility }) => unlimited_visibility) && (
            <span className="muted"> Only providers visible to your role are included.</span>
          )}
        </>
      )}
    </p>
  )
}
