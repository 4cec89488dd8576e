/** The displayable configuration of an integration, with the facts of its last successful test. */
import { Link } from 'wouter'
import type { Included } from '../api/documents.ts'
import { Time } from '../kit/time.tsx'
import { words } from '../kit/words.ts'
import { type Integration, types } from './types.ts'

interface Props {
  readonly integration: Integration
  readonly included: Included
}

export function Facts({ integration, included }: Props) {
  const { configuration, integration_type, inserted_at, updated_at } = integration
  const { configuration: fields, providers: takes, credentials } = types[integration_type]
  const known = [...fields, ...credentials]
  const labelOf = (name: string): string =>
    known.find((field) => field.name === name)?.label ?? words(name)
  const attached = [integration.related['providers'] ?? []]
    .flat()
    .flatMap((ref) => included.get('providers', ref?.id) ?? [])
  return (
    <dl className="facts">
      {Object.entries(configuration).map(([name, value]) => (
        <Fact key={name} label={labelOf(name)} value={value} />
      ))}
      {takes !== 'none' && (
        <>
          <dt>Providers</dt>
          <dd>
            {attached.length === 0 && (
              <span className="muted">None: nothing is sent after scans.</span>
            )}
            {attached.map(({ id, alias, uid }) => (
              <div key={id}>
                <Link href={`/providers?open=${id}`}>{alias ?? uid}</Link>
              </div>
            ))}
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <Time at={inserted_at} />
      </dd>
      <dt>Updated</dt>
      <dd>
        <Time at={updated_at} />
      </dd>
    </dl>
  )
}

const Fact = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <>
    <dt>{label}</dt>
    <dd className={typeof value === 'string' ? 'mono' : undefined}>{said(value)}</dd>
  </>
)

/** Formats a value for users: lists and names are separated by commas. */
function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(said).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => (one === true ? name : `${name}: ${said(one)}`))
      .join('; ')
  return String(value)
}
