/** A list of providers with checkboxes. Providers that cannot be scanned show the reason. */
import type { ReactNode } from 'react'
import type { Row } from '../api/documents.ts'
import { Checkbox } from '../kit/field.tsx'
import { useKinds } from '../api/provider-kinds.ts'

interface Props {
  readonly providers: readonly Row<'providers'>[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly error: string | undefined
  /** A line below a selected provider. */
  readonly note?: (provider: Row<'providers'>) => ReactNode
}

export function ProviderChoice({ providers, chosen, onChange, error, note }: Props) {
  const kinds = useKinds().data?.rows ?? []
  const scanned = new Set(kinds.filter(({ scannable }) => scannable).map(({ id }) => id as string))
  return (
    <fieldset className={error ? 'provider-choice has-error' : 'provider-choice'}>
      <legend>Providers</legend>
      {providers.length === 0 ? (
        <p className="muted">No provider is connected yet.</p>
      ) : (
        <div>
          {providers.map((provider) => {
            const { id, alias, uid, provider: kind, connection } = provider
            const isChosen = chosen.includes(id)
            const isScanned = kinds.length === 0 || scanned.has(kind)
            const warning = !isScanned
              ? `Provider type ${kind} cannot be scanned yet.`
              : connection.connected === false && 'The last connection test failed.'
            const said = isChosen && note?.(provider)
            return (
              <Checkbox
                key={id}
                label={alias ? `${alias} (${uid})` : uid}
                hint={
                  (warning || said) && (
                    <>
                      {warning} {said}
                    </>
                  )
                }
                checked={isChosen}
                disabled={!isScanned}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
            )
          })}
        </div>
      )}
      {error && (
        <p className="error small" tabIndex={-1} aria-invalid>
          {error}
        </p>
      )}
    </fieldset>
  )
}
