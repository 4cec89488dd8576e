/** The form of an integration, new or stored: the fields of its type, and its providers. */
import { type ReactNode, useEffect, useRef } from 'react'
import { type Links, refsOf, show } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { editedSet, isSameSet } from '../api/edits.ts'
import { tenantId } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Choices, chosen } from '../kit/choices.tsx'
import { Checkbox, Field, Select, TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { isTicked, shownValue } from './draft.ts'
import { fieldNames, type Integration, type TypeField, type TypeName, types } from './types.ts'

type Typed = Readonly<Record<string, string>>
type Providers = readonly Row<'providers'>[]

interface Props {
  readonly type: TypeName
  readonly stored?: Integration
  readonly providers: Providers
  readonly onSubmit: (typed: Typed, relationships: Links | undefined) => Promise<void>
  readonly action: ReactNode
  /** The form replaces the pressed button, so it takes the focus. */
  readonly takesFocus?: boolean
}

const attachedTo = ({ related }: Integration): readonly string[] =>
  [related['providers'] ?? []].flat().flatMap((ref) => ref?.id ?? [])

const attachedNow = async (id: string): Promise<readonly string[]> =>
  attachedTo((await show<'integrations'>(`/integrations/${id}`)).row)

export function IntegrationForm({ type, stored, providers, onSubmit, action, takesFocus }: Props) {
  const { configuration, credentials, note, providers: takes } = types[type]
  const attached = stored ? attachedTo(stored) : []
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [takesFocus])
  const submitting = useSubmit([...fieldNames(type), 'providers'], async (typed) => {
    const one = typed['provider']
    const wanted = takes === 'one' ? (one ? [one] : []) : chosen(typed, 'providers')
    const isSame = stored && isSameSet(wanted, attached)
    const isMerged = stored && takes === 'any' && !isSame
    const ids = isMerged ? editedSet(await attachedNow(stored.id), attached, wanted) : wanted
    await onSubmit(
      typed,
      takes === 'none' || isSame ? undefined : { providers: { data: refsOf('providers', ids) } },
    )
  })
  const { errors, isBusy } = submitting
  const settings = configuration.map((field) => (
    <Input
      key={field.name}
      field={field}
      stored={stored?.configuration}
      error={errors[field.name]}
    />
  ))
  const secrets = credentials.length > 0 && (
    <fieldset className="integration-credentials">
      <legend>Credentials</legend>
      {note && <p className="muted small">{note}</p>}
      {stored && (
        <p className="muted small">
          Stored credentials cannot be shown. Leave all fields empty to keep them. To change one,
          enter all of them.
        </p>
      )}
      {credentials.map((field) => (
        <Input
          key={field.name}
          field={field}
          stored={field.isShown && stored?.configuration}
          error={errors[field.name]}
          isKept={stored !== undefined && !field.isShown}
        />
      ))}
    </fieldset>
  )
  // Required fields come before optional ones.
  const isRequired = ({ required }: TypeField): boolean => required === true
  const isSecretFirst = !configuration.some(isRequired) && credentials.some(isRequired)
  return (
    <div ref={place}>
      <Form submitting={submitting} label={stored ? 'Settings' : `New: ${types[type].name}`}>
        {isSecretFirst && secrets}
        {settings}
        {!isSecretFirst && secrets}
        {takes === 'any' && (
          <ManyProviders providers={providers} attached={attached} error={errors['providers']} />
        )}
        {takes === 'one' && (
          <OneProvider providers={providers} attached={attached} error={errors['providers']} />
        )}
        <div className="row">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </div>
  )
}

interface InputProps {
  readonly field: TypeField
  readonly stored: Integration['configuration'] | false | undefined
  readonly error: string | undefined
  /** If the field is empty, the stored value is kept. */
  readonly isKept?: boolean
}

function Input({ field, stored, error, isKept }: InputProps) {
  const { name, label, input, required, placeholder } = field
  const hint = field.hint?.replace('{tenant}', tenantId() ?? '')
  if (input === 'checkbox')
    return (
      <Checkbox
        label={label}
        hint={hint}
        name={name}
        defaultChecked={isTicked(field, stored || undefined)}
      />
    )
  const about = {
    label: required ? label : `${label} (optional)`,
    hint,
    error,
    name,
    placeholder: isKept ? 'Leave empty to keep' : placeholder,
    defaultValue: shownValue(field, stored || undefined),
    autoComplete: input === 'secret' ? 'new-password' : 'off',
    spellCheck: false,
    'aria-required': required && !isKept,
  }
  if (input === 'document' || input === 'json')
    return <TextArea {...about} className="mono" rows={5} />
  return (
    <Field
      {...about}
      type={input === 'secret' ? 'password' : 'text'}
      inputMode={input === 'number' ? 'numeric' : undefined}
    />
  )
}

interface ProvidersProps {
  readonly providers: Providers
  readonly attached: readonly string[]
  readonly error: string | undefined
}

const called = ({ alias, uid }: Row<'providers'>): string => (alias ? `${alias} (${uid})` : uid)

const ManyProviders = ({ providers, attached, error }: ProvidersProps) => (
  <>
    <Choices
      legend="Providers"
      name="providers"
      options={providers.map((one) => ({ value: one.id, label: called(one) }))}
      checked={attached}
      none="No provider is connected yet."
      error={error}
    />
    <p className="muted small">
      Scans of these providers are sent. Without a provider, nothing is sent.
    </p>
  </>
)

const OneProvider = ({ providers, attached, error }: ProvidersProps) => (
  <Select
    label="AWS account"
    name="provider"
    defaultValue={attached[0] ?? ''}
    hint="The findings of this account are sent to its own Security Hub."
    error={error}
    options={[
      { value: '', label: 'Choose an account' },
      ...providers
        .filter(({ provider }) => provider === 'aws')
        .map((one) => ({ value: one.id, label: called(one) })),
    ]}
  />
)
