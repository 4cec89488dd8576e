/** Filters of the list, with the values of the resources. */
import { useList, useShow } from '../api/hooks.ts'
import { Filters } from '../kit/filters.tsx'
import type { UsedView } from '../kit/view.ts'

const facets = [
  { name: 'filter[service]', title: 'Service', of: 'services' },
  { name: 'filter[region]', title: 'Region', of: 'regions' },
  { name: 'filter[type]', title: 'Type', of: 'types' },
] as const

export function ResourceFilters({ view, set }: Pick<UsedView, 'view' | 'set'>) {
  const providers = useList<'providers'>('/providers', { 'page[size]': 100, sort: 'alias' })
  // The choices are read without the chosen filter, so that other values stay available.
  const known = useShow<'resources-metadata'>('/resources/metadata/latest', {
    'filter[provider_id]': view['filter[provider_id]'],
  }).data?.row
  return (
    <Filters view={view} set={set} search="resources">
      <select
        className="resource-choice"
        aria-label="Provider"
        value={view['filter[provider_id]'] ?? ''}
        onChange={({ target }) => set({ 'filter[provider_id]': target.value })}
      >
        <option value="">All providers</option>
        {providers.data?.rows.map(({ id, alias, uid }) => (
          <option key={id} value={id}>
            {alias || uid}
          </option>
        ))}
      </select>
      {facets.map(({ name, title, of }) => {
        const chosen = view[name] ?? ''
        const values = known?.[of] ?? []
        return (
          <select
            key={name}
            className="resource-choice"
            aria-label={title}
            value={chosen}
            onChange={({ target }) => set({ [name]: target.value })}
          >
            <option value="">All {title.toLowerCase()}s</option>
            {chosen && !values.includes(chosen) && <option value={chosen}>{chosen}</option>}
            {values.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        )
      })}
    </Filters>
  )
}
