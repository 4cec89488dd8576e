import type { Form, Kind } from '../api/provider-kinds.ts'

interface Props {
  readonly kind: Kind
  readonly current: Form['secret_type']
  readonly onChange: (type: Form['secret_type']) => void
}

/** Selects the kind of credentials if there are several. */
export function FormChoice({ kind, current, onChange }: Props) {
  if (kind.credentials.length < 2) return null
  return (
    <fieldset className="connect-choices">
      <legend>Credentials</legend>
      {kind.credentials.map(({ secret_type, title }) => (
        <label key={secret_type}>
          <input
            type="radio"
            name="secret_type"
            value={secret_type}
            checked={secret_type === current}
            onChange={() => onChange(secret_type)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}
