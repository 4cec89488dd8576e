/** One scan configuration: as a form, or as YAML. */
import { useState } from 'react'
import { change, create, current } from '../api/client.ts'
import { editedOnly, editedSet, isSameSet } from '../api/edits.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList, useWhole } from '../api/hooks.ts'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../kit/button.tsx'
import { Field, TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Tabs } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { ProviderChoice } from '../kit/provider-choice.tsx'
import { unless, useMe } from '../session/me.tsx'
import { KeyFields } from './key-fields.tsx'
import type { Configuration } from './values.ts'
import { lineOf, toYaml } from './yaml.ts'

type ScanConfiguration = Row<'scan-configurations'>

interface Props {
  /** Undefined for a new scan configuration. */
  readonly stored: ScanConfiguration | undefined
  readonly onStored: (id: string) => void
}

export function Editor(props: Props) {
  const keys = useList<'scan-configuration-keys'>('/scan-configurations/schema')
  const providers = useWhole<'providers'>('/providers', { sort: 'alias' })
  const error = keys.error ?? providers.error
  if (error)
    return (
      <Trouble
        error={error}
        retry={() => void Promise.all([keys.refetch(), providers.refetch()])}
      />
    )
  if (!keys.data || !providers.data) return <Loading rows={10} />
  return <Editing {...props} keys={keys.data.rows} providers={providers.data} />
}

const pointerOf = '/data/attributes/configuration/'

/** The API's errors, each with the line of its key in the text. */
function atLines(error: unknown, text: string): unknown {
  if (!(error instanceof ApiProblem)) return error
  const errors = error.errors.map((one) => {
    const pointer = one.source?.pointer ?? ''
    if (!pointer.startsWith(pointerOf)) return one
    const path = pointer.slice(pointerOf.length).split('/')
    const line = lineOf(text, path)
    const where = line === undefined ? path.join('.') : `Line ${line}, ${path.join('.')}`
    const source = { pointer: '/data/attributes/configuration' }
    return { ...one, detail: `${where}: ${one.detail}`, source }
  })
  return new ApiProblem(error.status, errors, error.requestId)
}

interface EditingProps extends Props {
  readonly keys: readonly Row<'scan-configuration-keys'>[]
  readonly providers: readonly Row<'providers'>[]
}

const attachedTo = (stored: ScanConfiguration | undefined): readonly string[] =>
  [stored?.related['providers'] ?? []].flat().flatMap((ref) => ref?.id ?? [])

function Editing({ stored, onStored, keys, providers }: EditingProps) {
  const me = useMe()
  const refusal = unless(me, 'manage_scans')
  const noAttaching = unless(me, 'manage_providers')
  const [before, setBefore] = useState(stored)
  const [name, setName] = useState(stored?.name ?? '')
  const [configuration, setConfiguration] = useState<Configuration>(stored?.configuration ?? {})
  /** Null while the form is used; the text once it has been edited. */
  const [yaml, setYaml] = useState<string | null>(null)
  const [tab, setTab] = useState('form')
  const [attached, setAttached] = useState(attachedTo(stored))
  const fields = [
    'name',
    'provider_ids',
    'providers',
    'configuration',
    ...keys.map(({ name }) => name),
  ]
  const submitting = useSubmit(fields, async () => {
    const providersBefore = attachedTo(before)
    const isAttached = !isSameSet(attached, providersBefore)
    const path = before ? `/scan-configurations/${before.id}` : '/scan-configurations'
    const now = async (): Promise<readonly string[]> =>
      before ? attachedTo(await current<'scan-configurations'>(path)) : providersBefore
    const attributes = {
      ...editedOnly(before ?? {}, { name, configuration: yaml ?? configuration }),
      ...(isAttached && { provider_ids: editedSet(await now(), providersBefore, attached) }),
    }
    const draft = { type: 'scan-configurations', attributes }
    try {
      const row = before
        ? await change<'scan-configurations'>(path, { ...draft, id: before.id })
        : await create<'scan-configurations'>(path, draft)
      if (!row) throw new Error('The API did not return the saved object.')
      setBefore(row)
      setName(row.name)
      setAttached(attachedTo(row))
      setConfiguration(row.configuration)
      setYaml(null)
      done(
        row.unknown_keys.length > 0
          ? `${row.name} saved. Unknown keys: ${row.unknown_keys.join(', ')}.`
          : `${row.name} saved.`,
      )
      await refetch('/scan-configurations')
      onStored(row.id)
    } catch (error) {
      throw yaml === null ? error : atLines(error, yaml)
    }
  })
  const { errors } = submitting
  return (
    <Form submitting={submitting} label="Scan configuration">
      <Field
        label="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={errors['name']}
        hint="3 to 100 characters."
        autoComplete="off"
      />
      {stored && stored.unknown_keys.length > 0 && (
        <p className="form-error" role="note">
          Scans do not use these keys: {stored.unknown_keys.join(', ')}. Check the spelling. The
          valid keys are listed below.
        </p>
      )}
      <Tabs
        label="Editor"
        current={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'form',
            title: 'Form',
            content: () =>
              yaml === null ? (
                <KeyFields
                  keys={keys}
                  configuration={configuration}
                  onChange={setConfiguration}
                  errors={errors}
                />
              ) : (
                <Written onDiscard={() => setYaml(null)} />
              ),
          },
          {
            key: 'yaml',
            title: 'YAML',
            content: () => (
              <TextArea
                label="Configuration as YAML or JSON"
                hint="Keys by provider type, for example aws or okta. Missing keys use their defaults."
                rows={22}
                value={yaml ?? toYaml(configuration)}
                onChange={({ target }) => setYaml(target.value)}
                error={errors['configuration']}
                spellCheck={false}
                className="mono"
              />
            ),
          },
        ]}
      />
      {noAttaching ? (
        <p className="muted">To attach providers: {noAttaching}</p>
      ) : (
        <>
          <ProviderChoice
            providers={providers}
            chosen={attached}
            onChange={setAttached}
            error={errors['provider_ids'] ?? errors['providers']}
          />
          <p className="muted small">
            A provider has one scan configuration. If you select it here, it leaves its previous
            one. Scans of providers without a configuration use the defaults.
          </p>
        </>
      )}
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          isBusy={submitting.isBusy}
          disabled={refusal !== undefined}
          title={refusal}
        >
          {stored ? 'Save' : 'Create scan configuration'}
        </Button>
        {refusal && <span className="muted">{refusal}</span>}
      </div>
    </Form>
  )
}

const Written = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className="stack">
    <p>
      The YAML has unsaved changes. Save or discard them to use the form. Comments are not kept.
    </p>
    <div>
      <Button onClick={onDiscard}>Discard changes</Button>
    </div>
  </div>
)
