/** Which providers: a list to tick, where those that cannot be scanned say why. */
import type { Row } from '../api/documents.ts'
import { Checkbox } from '../kit/field.tsx'
import { useKinds } from '../api/provider-kinds.ts'

interface Props {
  readonly providers: readonly Row<'providers'>[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly error: string | undefined
}

export function ProviderChoice({ providers, chosen, onChange, error }: Props) {
  const kinds = useKinds().data?.rows ?? []
  const scanned = new Set(kinds.filter(({ scannable }) => scannable).map(({ id }) => id as string))
  return (
    <fieldset className={error ? 'provider-choice has-error' : 'provider-choice'}>
      <legend>Providers</legend>
      {providers.length === 0 && <p className="muted">No provider is connected yet.</p>}
      <div>
        {providers.map(({ id, alias, uid, provider, connection }) => (
          <Checkbox
            key={id}
            label={alias ? `${alias} (${uid})` : uid}
            hint={
              kinds.length > 0 && !scanned.has(provider)
                ? `Provider type ${provider} cannot be scanned yet.`
                : connection.connected === false
                  ? 'The last connection test failed.'
                  : undefined
            }
            checked={chosen.includes(id)}
            disabled={kinds.length > 0 && !scanned.has(provider)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
      {error && (
        <p className="error small" tabIndex={-1} aria-invalid>
          {error}
        </p>
      )}
    </fieldset>
  )
}
