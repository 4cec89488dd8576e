import { change, ensureDeleted } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList } from '../api/hooks.ts'
import { Confirm, Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { done } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { nameOf } from './connection-test.ts'

type Provider = Row<'providers'>

interface Props {
  readonly provider: Provider
  readonly onClose: () => void
}

export function RenameProvider({ provider: { id, alias, uid }, onClose }: Props) {
  const submitting = useSubmit(['alias'], async ({ alias }) => {
    await change(`/providers/${id}`, {
      type: 'providers',
      id,
      attributes: { alias: alias?.trim() || null },
    })
    await refetch('/providers')
    onClose()
  })
  return (
    <Dialog title={`Rename ${uid}`} onClose={onClose}>
      <Form submitting={submitting} label="Rename provider">
        <Field
          label="Alias"
          name="alias"
          defaultValue={alias ?? ''}
          error={submitting.errors['alias']}
          hint="The display name of the account, 3 to 100 characters. Without an alias, the ID is shown."
        />
        <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
          Rename
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** The number of rows that would be deleted; undefined while loading. */
function useCount(path: string, filter: string, id: string): number | undefined {
  return useList(path, { [filter]: id, 'page[size]': 1 }).data?.count
}

const going = (count: number | undefined, noun: string): string =>
  count === undefined ? `all ${noun}s` : counted(count, noun)

export function DeleteProvider({
  provider,
  onClose,
  onDeleted,
}: Props & { readonly onDeleted: () => void }) {
  const { id } = provider
  const findings = useCount('/findings/latest', 'filter[provider_id]', id)
  const resources = useCount('/resources/latest', 'filter[provider_id]', id)
  const scans = useCount('/scans', 'filter[provider]', id)
  const remove = async (): Promise<void> => {
    await ensureDeleted(`/providers/${id}`)
    done(`${nameOf(provider)} is being deleted.`)
    onDeleted()
    await refetch('/providers', '/tasks', '/scans', '/schedules')
  }
  return (
    <Confirm
      title={`Delete ${nameOf(provider)}?`}
      onClose={onClose}
      action="Delete provider"
      onConfirm={remove}
    >
      <p>The following data is permanently deleted:</p>
      <ul className="bullets">
        <li>
          {going(findings, 'finding')} with their earlier versions, evidence, notes, triage
          decisions and attestations
        </li>
        <li>{going(resources, 'resource')} with their tags and finding history</li>
        <li>
          {going(scans, 'scan')}, including imported files, with their coverage, compliance results
          and reports
        </li>
        <li>its data in the overview</li>
        <li>
          its credentials, its schedule, and its entries in provider groups, scan configurations and
          integrations
        </li>
        <li>its findings in mute rules, and its deliveries to integrations</li>
      </ul>
      <p className="muted">
        The cloud account itself does not change. Groups, configurations, mute rules, integrations,
        issues in trackers, the list of ingested files, tasks and the audit log are kept. Running
        tasks of the provider are stopped. The deletion cannot be stopped after it starts.
      </p>
    </Confirm>
  )
}
