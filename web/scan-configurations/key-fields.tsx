/** A form with the keys that scans read: meanings, defaults, and the API's errors. */
import { useState } from 'react'
import type { Row } from '../api/documents.ts'
import { useShow } from '../api/hooks.ts'
import { ChosenValues, type Suggestion } from '../kit/chosen-values.tsx'
import { Field, Select, TextArea } from '../kit/field.tsx'
import { counted } from '../kit/words.ts'
import { labelOf } from './labels.ts'
import { type Configuration, inputOf, rangeOf, textOf, valueOf, withKey } from './values.ts'

type Key = Row<'scan-configuration-keys'>

interface Props {
  readonly keys: readonly Key[]
  readonly configuration: Configuration
  readonly onChange: (configuration: Configuration) => void
  readonly errors: Readonly<Record<string, string>>
}

const matches = ({ id, name, about, check_ids }: Key, text: string): boolean =>
  [id, labelOf(name), about, ...check_ids].some((one) =>
    one.toLowerCase().includes(text.toLowerCase()),
  )

export function KeyFields({ keys: all, configuration, onChange, errors }: Props) {
  const [text, setText] = useState('')
  const regions = useShow<'findings-metadata'>('/findings/metadata/latest').data?.row.regions
  const kinds: readonly string[] = [...new Set(all.map(({ provider }) => provider))]
  const setOf = (kind: string): number => Object.keys(configuration[kind] ?? {}).length
  const [chosen, setChosen] = useState(kinds.find(setOf) ?? kinds[0] ?? '')
  const errorOf = ({ provider, name }: Key): string | undefined =>
    configuration[provider]?.[name] === undefined ? undefined : errors[name]
  // If the selected provider type has no errors, show one that has.
  const wrong: readonly string[] = all.filter(errorOf).map(({ provider }) => provider)
  const kind = wrong.length === 0 || wrong.includes(chosen) ? chosen : (wrong[0] ?? chosen)
  const keys = all.filter(({ provider }) => provider === kind)
  const isWanted = (key: Key): boolean => matches(key, text) || errorOf(key) !== undefined
  const sections = [
    {
      title: 'Every scan',
      about: 'What scans exclude, their retries and timeouts, and their limits.',
      own: keys.filter(({ check_ids }) => check_ids.length === 0),
    },
    {
      title: 'Check thresholds',
      about: 'Values at which checks fail.',
      own: keys.filter(({ check_ids }) => check_ids.length > 0),
    },
  ]
  return (
    <>
      <Select
        label="Provider type"
        value={kind}
        onChange={({ target }) => setChosen(target.value)}
        options={kinds.map((one) => ({
          value: one,
          label: setOf(one) > 0 ? `${one}, ${setOf(one)} set` : one,
        }))}
      />
      <input
        type="search"
        aria-label="Search keys"
        placeholder="Search keys, descriptions and checks"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {sections.map(({ title, about, own }) => {
        const wanted = own.filter(isWanted)
        return (
          <section key={title} className="keys-of" aria-label={title}>
            <h2>{title}</h2>
            <p className="muted">{about}</p>
            {wanted.length === 0 && <p className="muted">No keys match.</p>}
            <div className="key-grid">
              {wanted.map((key) => (
                <KeyField
                  key={key.id}
                  of={key}
                  regions={regions}
                  value={configuration[key.provider]?.[key.name]}
                  error={errorOf(key)}
                  onChange={(value) => onChange(withKey(configuration, key, value))}
                />
              ))}
            </div>
          </section>
        )
      })}
    </>
  )
}

interface KeyFieldProps {
  readonly of: Key
  /** The regions with findings. */
  readonly regions: readonly string[] | undefined
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

const said = (value: unknown): string => {
  if (value === null || value === '') return 'not set'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : counted(value.length, 'entry', 'entries')
  return String(value)
}

const ofRegions: ReadonlySet<string> = new Set(['regions', 'excluded_regions'])

function suggestionsOf(
  { name, known_values }: Key,
  regions: readonly string[] = [],
): readonly Suggestion[] {
  if (ofRegions.has(name)) return regions.map((value) => ({ value, label: value }))
  return known_values.map(({ value, title }) => ({
    value,
    label: title === value ? value : `${title} (${value})`,
  }))
}

function KeyField({ of, regions, value, error, onChange }: KeyFieldProps) {
  const [text, setText] = useState(textOf(value))
  const input = inputOf(of)
  const isChosen = ofRegions.has(of.name) || of.known_values.length > 0
  const typed = (next: string): void => {
    setText(next)
    onChange(valueOf(of, next))
  }
  const hint = (
    <>
      {of.about} {rangeOf(of)} {input === 'list' && !isChosen && 'One per line. '}
      {of.check_ids.length > 0 && (
        <>
          Used by{' '}
          {of.check_ids.length > 2
            ? counted(of.check_ids.length, 'check')
            : of.check_ids.join(', ')}
          .
        </>
      )}{' '}
      <code>{of.name}</code>
    </>
  )
  const initial = `Default: ${said(of.default)}`
  const common = { label: labelOf(of.name), hint, error, spellCheck: false }
  if (input === 'switch')
    return (
      <Select
        {...common}
        value={text}
        onChange={({ target }) => typed(target.value)}
        options={[
          { value: '', label: initial },
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
      />
    )
  if (isChosen)
    return (
      <ChosenValues
        label={common.label}
        hint={hint}
        error={error}
        values={Array.isArray(value) ? value.map(String) : []}
        onChange={(values) => onChange(values.length > 0 ? values : undefined)}
        suggestions={suggestionsOf(of, regions)}
        isClosed={of.known_values.length > 0}
      />
    )
  if (input === 'list')
    return (
      <TextArea
        {...common}
        rows={text === '' ? 2 : Math.min(8, text.split('\n').length + 1)}
        value={text}
        placeholder={
          Array.isArray(of.default) && of.default.length > 0
            ? `${initial}, for example ${String(of.default[0])}`
            : initial
        }
        onChange={({ target }) => typed(target.value)}
        className="mono"
      />
    )
  return (
    <Field
      {...common}
      value={text}
      inputMode={input === 'number' ? 'numeric' : undefined}
      placeholder={initial}
      onChange={({ target }) => typed(target.value)}
      className="mono"
    />
  )
}
