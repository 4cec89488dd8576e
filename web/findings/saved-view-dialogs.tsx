/** Dialogs to save a view under a name, and to change the user's own views. */
import { change, create, destroy } from '../api/client.ts'
import { refetch } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Checkbox, Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { done, failed } from '../kit/toast.tsx'
import type { View } from '../kit/view.ts'
import { useNames } from './names.ts'
import { isShown, queryText, type SavedView, screen } from './saved.ts'
import { sentence } from './views.ts'

const type = 'saved-views'
const reread = (): Promise<void> => refetch('/saved-views')

interface NamingProps {
  readonly name?: string
  readonly isShared?: boolean
  readonly error: string | undefined
}

const Naming = ({ name, isShared, error }: NamingProps) => (
  <>
    <Field
      label="Name"
      name="name"
      defaultValue={name}
      required
      maxLength={100}
      autoComplete="off"
      error={error}
    />
    <Checkbox
      label="Shared"
      name="is_shared"
      defaultChecked={isShared}
      hint="All members of the tenant can see it. Only you can change it."
    />
  </>
)

interface SaveProps {
  readonly view: View
  readonly onClose: () => void
}

export function SaveView({ view, onClose }: SaveProps) {
  const { nameOf } = useNames(view)
  const submitting = useSubmit(['name'], async ({ name = '', is_shared }) => {
    const attributes = {
      name: name.trim(),
      screen,
      query: queryText(view),
      is_shared: is_shared !== undefined,
    }
    await create('/saved-views', { type, attributes })
    await reread()
    done(`View saved as “${name.trim()}”.`)
    onClose()
  })
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <Form submitting={submitting} label="Save this view">
        <p className="muted">{sentence(view, nameOf)}.</p>
        <Naming error={submitting.errors['name']} />
        <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
          Save view
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

interface ManageProps extends SaveProps {
  readonly views: readonly SavedView[]
}

export function ManageViews({ views, view, onClose }: ManageProps) {
  return (
    <Dialog title="Saved views" onClose={onClose}>
      {views.length === 0 && <p className="muted">You have no saved views.</p>}
      <ul className="saved-views">
        {views.map((one) => (
          <li key={one.id}>
            <ChangeView saved={one} view={view} />
          </li>
        ))}
      </ul>
      <footer className="row end">
        <Button onClick={onClose}>Close</Button>
      </footer>
    </Dialog>
  )
}

function ChangeView({ saved, view }: { readonly saved: SavedView; readonly view: View }) {
  const { id, name, is_shared, query } = saved
  const path = `/saved-views/${id}`
  const submitting = useSubmit(['name'], async (typed) => {
    const attributes = { name: (typed['name'] ?? '').trim(), is_shared: 'is_shared' in typed }
    await change(path, { type, id, attributes })
    await reread()
    done(`View “${attributes.name}” saved.`)
  })
  const replaceQuery = async (): Promise<void> => {
    await change(path, { type, id, attributes: { query: queryText(view) } })
    await reread()
    done(`View “${name}” now has the current filters.`)
  }
  const remove = async (): Promise<void> => {
    await destroy(path)
    await reread()
    const again = async (): Promise<void> => {
      await create('/saved-views', { type, attributes: { name, screen, query, is_shared } })
      await reread()
    }
    done(`View “${name}” deleted.`, {
      label: 'Undo',
      run: () => void again().catch(failed),
    })
  }
  return (
    <Form submitting={submitting} label={name}>
      <Naming name={name} isShared={is_shared} error={submitting.errors['name']} />
      <div className="row end">
        <Button kind="danger" onClick={() => void remove().catch(failed)}>
          Delete
        </Button>
        {!isShown(saved, view) && (
          <Button onClick={() => void replaceQuery().catch(failed)}>Use current filters</Button>
        )}
        <Button type="submit" isBusy={submitting.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  )
}
