/** Selects the scans and regions of the numbers. Partial scans are excluded. */
import { useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import type { Page, Row } from '../api/documents.ts'
import { dateTime } from '../kit/dates.ts'
import type { UsedView, View } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { providerName, providerOf } from './data.ts'

interface Props {
  readonly view: View
  readonly set: UsedView['set']
  readonly providers: readonly Row<'providers'>[]
  readonly full: Page<'scans'>
  readonly scope: Query | undefined
}

export function ScopeBar({ view, set, providers, full, scope }: Props) {
  const scan = view['filter[scan_id]']
  const provider = view['filter[provider_id]']
  const current = scan ? `scan ${scan}` : provider ? `provider ${provider}` : ''
  const regions = useShow<'compliance-overviews-metadata'>(
    '/compliance-overviews/metadata',
    scope ?? {},
    { enabled: scope !== undefined },
  ).data?.row.regions
  const choose = (value: string): void => {
    const [kind, id] = value.split(' ')
    set({
      'filter[scan_id]': kind === 'scan' ? id : undefined,
      'filter[provider_id]': kind === 'provider' ? id : undefined,
      'filter[region]': undefined,
    })
  }
  return (
    <>
      <select
        aria-label="Scans to include"
        value={current}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Latest full scans of {counted(providers.length, 'provider')}</option>
        <optgroup label="Latest full scan of one provider">
          {providers.map((one) => (
            <option key={one.id} value={`provider ${one.id}`}>
              {providerName(one)}
            </option>
          ))}
        </optgroup>
        <optgroup
          label={
            full.rows.length < full.count
              ? `Single scan (latest ${number(full.rows.length)} of ${number(full.count)})`
              : 'Single scan'
          }
        >
          {full.rows.map((one) => {
            const of = providerOf(full, one)
            return (
              <option key={one.id} value={`scan ${one.id}`}>
                {dateTime(one.completed_at ?? one.inserted_at)}
                {', '}
                {of ? providerName(of) : 'a provider'}
                {one.name ? `, ${one.name}` : ''}
              </option>
            )
          })}
        </optgroup>
      </select>
      {regions && regions.length > 1 && (
        <select
          aria-label="Region"
          value={view['filter[region]'] ?? ''}
          onChange={({ target }) => set({ 'filter[region]': target.value })}
        >
          <option value="">All {regions.length} regions</option>
          {regions.map((region) => (
            <option key={region} value={region}>
              {region}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
