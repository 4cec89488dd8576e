/** Inputs for a secret, as specified by the API. */
import { Field, TextArea } from '../kit/field.tsx'
import { Code } from '../kit/code.tsx'
import type { Form, FormField, Kind } from '../api/provider-kinds.ts'
import { inputName } from './secret.ts'
import { counted, number } from '../kit/words.ts'

type Errors = Readonly<Record<string, string>>

export const CredentialFields = ({
  form,
  errors,
}: {
  readonly form: Form
  readonly errors: Errors
}) => (
  <>
    {form.notes.length > 0 && <p className="muted small">{form.notes.join(' ')}</p>}
    {form.fields.map((field) => (
      <CredentialField key={field.name} field={field} error={errors[field.name]} />
    ))}
  </>
)

const rows = { document: 8, json: 8, list: 3 } as const

function CredentialField({
  field,
  error,
}: {
  readonly field: FormField
  readonly error: string | undefined
}) {
  const { label, required, secret, input, hint } = field
  const about = {
    label: required ? label : `${label} (optional)`,
    hint: input === 'list' ? [hint, 'One per line.'].filter(Boolean).join(' ') : hint,
    error,
    name: inputName(field),
    defaultValue: field.default ?? '',
    autoComplete: secret ? 'new-password' : 'off',
    spellCheck: false,
    className: 'mono',
    'aria-required': required,
  }
  if (input === 'document' || input === 'json' || input === 'list')
    return <TextArea {...about} rows={rows[input]} />
  return (
    <Field
      {...about}
      type={secret ? 'password' : 'text'}
      inputMode={input === 'number' ? 'numeric' : undefined}
    />
  )
}

const places = {
  managed_policy: 'It fits in a managed policy.',
  inline_policy:
    'It is too long for a managed policy (6,144 characters). Add it to the role as an inline policy (10,240 characters).',
  split: 'It is too long for one policy. Split it into several policies.',
} as const

/** The minimal policy for the account, to copy. */
export function LeastPrivilege({
  kind,
  secretType,
}: {
  readonly kind: Kind
  readonly secretType: string
}) {
  if (!kind.least_privilege) return null
  const { policy, characters, fits, managed_policies: managed } = kind.least_privilege
  const isOfRole = secretType === 'role'
  const policies = isOfRole ? [policy] : managed
  return (
    <details className="policy">
      <summary>Least-privilege policy</summary>
      <p className="muted small">
        Only the permissions that a scan needs.{' '}
        {isOfRole
          ? `${number(characters)} characters. ${places[fits]}`
          : `Create ${counted(managed.length, 'managed policy', 'managed policies')} with this text, and attach ${managed.length === 1 ? 'it' : 'all of them'} to the user.`}
      </p>
      {policies.map((one, index) => (
        <Code
          key={index}
          text={JSON.stringify(one, null, 2)}
          label={
            policies.length === 1 ? 'Least-privilege policy' : `Least-privilege policy ${index + 1}`
          }
        />
      ))}
    </details>
  )
}
