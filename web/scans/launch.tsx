/** Starts scans: of whole providers, or of up to ten resources of one. */
import { useState } from 'react'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { ApiProblem } from '../api/problem.ts'
import { useConfigurationOf } from '../api/scan-configurations.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field, TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { EmptyStep, Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { ProviderChoice } from '../kit/provider-choice.tsx'
import { AppliedConfiguration } from './applied-configuration.tsx'
import { mostUids, uidsOf } from './resource-uids.ts'

interface Props {
  /** The initially selected provider. */
  readonly provider: string | undefined
  readonly uids: string | undefined
  readonly onClose: () => void
  readonly onLaunched: () => void
}

const refused = (field: string, detail: string): ApiProblem =>
  new ApiProblem(
    400,
    [{ status: '400', code: 'invalid', detail, source: { pointer: `/data/attributes/${field}` } }],
    null,
  )

export function Launch(props: Props) {
  const providers = useWhole<'providers'>('/providers', { sort: 'alias' })
  if (!providers.data && !providers.error) return null // rendered shortly: the focus moves to its first field
  return (
    <Dialog title="Start a scan" onClose={props.onClose}>
      {providers.data?.length === 0 ? (
        <EmptyStep
          icon="providers"
          title="No provider is connected yet"
          href="/providers/connect"
          step="Connect a provider"
        >
          A scan reads the accounts of a connected provider.
        </EmptyStep>
      ) : providers.data ? (
        <LaunchForm {...props} providers={providers.data} />
      ) : (
        <Trouble error={providers.error} retry={() => void providers.refetch()} />
      )}
    </Dialog>
  )
}

function LaunchForm({
  provider,
  uids: given = '',
  onClose,
  onLaunched,
  providers,
}: Props & { readonly providers: readonly Row<'providers'>[] }) {
  const [chosen, setChosen] = useState<readonly string[]>(provider ? [provider] : [])
  const [text, setText] = useState(given)
  const configurationOf = useConfigurationOf()
  const uids = uidsOf(text)
  const nameOf = (id: string): string => {
    const one = providers.find((row) => row.id === id)
    return one?.alias ?? one?.uid ?? id
  }
  const submitting = useSubmit(['name', 'resource_uids', 'provider'], async ({ name }) => {
    if (chosen.length === 0) throw refused('provider', 'Choose a provider.')
    if (uids.length > mostUids)
      throw refused('resource_uids', `A partial scan can include at most ${mostUids} resources.`)
    if (uids.length > 0 && chosen.length > 1)
      throw refused(
        'provider',
        'A partial scan covers one provider. Choose the provider of the resources.',
      )
    let left = chosen
    try {
      for (const id of chosen) {
        await create('/scans', {
          type: 'scans',
          attributes: {
            ...(name?.trim() && { name: name.trim() }),
            ...(uids.length > 0 && { resource_uids: uids }),
          },
          relationships: { provider: { data: { type: 'providers', id } } },
        })
        left = left.filter((one) => one !== id)
      }
    } finally {
      setChosen(left) // queued providers must not be queued again
      if (left.length < chosen.length) {
        const queued = chosen.length - left.length
        done(
          queued === 1
            ? `Scan of ${nameOf(chosen.find((id) => !left.includes(id)) ?? '')} queued.`
            : `${counted(queued, 'scan')} queued.`,
        )
        await refetch('/scans', '/tasks')
      }
    }
    onLaunched()
  })
  return (
    <Form submitting={submitting} label="Start a scan">
      <ProviderChoice
        providers={providers}
        chosen={chosen}
        onChange={setChosen}
        error={submitting.errors['provider']}
        {...(configurationOf && {
          note: (one) => <AppliedConfiguration provider={one} configurationOf={configurationOf} />,
        })}
      />
      <Field
        label="Name (optional)"
        name="name"
        error={submitting.errors['name']}
        hint="3 to 100 characters."
        autoComplete="off"
      />
      <TextArea
        label="Resources (optional)"
        name="resource_uids"
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={submitting.errors['resource_uids']}
        hint={
          uids.length === 0
            ? `Leave empty to scan the whole provider. For a partial scan, enter up to ${mostUids} resource UIDs, one per line.`
            : `${uids.length} of at most ${mostUids}. A partial scan produces no report and does not change overviews or compliance.`
        }
        spellCheck={false}
        className="mono"
      />
      <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
        {uids.length > 0 ? 'Start a partial scan' : 'Start'}
      </DialogButtons>
    </Form>
  )
}
