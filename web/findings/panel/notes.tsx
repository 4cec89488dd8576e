/** Notes on a finding. Only its author can change or delete a note. */
import { useState } from 'react'
import { change, create, ensureDeleted } from '../../api/client.ts'
import type { Row } from '../../api/documents.ts'
import { refetch, useWholePage } from '../../api/hooks.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Form, useSubmit } from '../../kit/form.tsx'
import { Loading, Trouble } from '../../kit/states.tsx'
import { Time } from '../../kit/time.tsx'
import { done, failed } from '../../kit/toast.tsx'
import { unless, useMe } from '../../session/me.tsx'
import { reread } from '../decide.ts'

interface Props {
  readonly findingId: string
  readonly isReadOnly?: boolean
}

export function Notes({ findingId, isReadOnly = false }: Props) {
  const path = `/findings/${findingId}/triage/notes`
  const me = useMe()
  const why = unless(me, 'manage_scans')
  const [edited, setEdited] = useState<readonly Row<'finding-triage-notes'>[]>([])
  const asked = useWholePage<'finding-triage-notes'>(path, { include: 'author' })
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading rows={2} />
  const { rows, included } = asked.data
  // The form of a note that was deleted meanwhile is kept, with its text.
  const gone = edited.filter((note) => !rows.some(({ id }) => id === note.id))
  const shown = [...gone, ...rows]
  return (
    <>
      {!isReadOnly && !why && <NoteForm path={path} />}
      {shown.length === 0 && <p className="muted">No notes yet.</p>}
      <ul className="notes">
        {shown.map((note) => {
          const author = included.of('users', note, 'author')
          const isOwn = author?.id === me.user.id
          return (
            <Note
              key={note.id}
              note={note}
              path={path}
              author={author?.name ?? 'A former member'}
              mayChange={isOwn && !why && !isReadOnly}
              isEditing={edited.some(({ id }) => id === note.id)}
              setEditing={(isEditing) =>
                setEdited((before) => [
                  ...before.filter(({ id }) => id !== note.id),
                  ...(isEditing ? [note] : []),
                ])
              }
            />
          )
        })}
      </ul>
    </>
  )
}

interface NoteProps {
  readonly note: Row<'finding-triage-notes'>
  readonly path: string
  readonly author: string
  readonly mayChange: boolean
  readonly isEditing: boolean
  readonly setEditing: (isEditing: boolean) => void
}

function Note({ note, path, author, mayChange, isEditing, setEditing }: NoteProps) {
  const remove = async (): Promise<void> => {
    await ensureDeleted(`${path}/${note.id}`)
    await refetch(path)
    const again = async (): Promise<void> => {
      await write(path, note.body)
    }
    done('Note deleted.', { label: 'Undo', run: () => void again().catch(failed) })
  }
  if (isEditing)
    return (
      <li>
        <NoteForm path={path} note={note} onDone={() => setEditing(false)} />
      </li>
    )
  return (
    <li>
      <p className="said">{note.body}</p>
      <p className="row muted small">
        {author}, <Time at={note.inserted_at} />
        {note.updated_at !== note.inserted_at && ' (edited)'}
        {mayChange && (
          <>
            <Button kind="quiet" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button kind="quiet" onClick={() => void remove().catch(failed)}>
              Delete
            </Button>
          </>
        )}
      </p>
    </li>
  )
}

async function write(path: string, body: string): Promise<void> {
  await create(path, { type: 'finding-triage-notes', attributes: { body } })
  await Promise.all([refetch(path), reread()])
}

interface NoteFormProps {
  readonly path: string
  readonly note?: Row<'finding-triage-notes'>
  readonly onDone?: () => void
}

function NoteForm({ path, note, onDone }: NoteFormProps) {
  const [version, setVersion] = useState(0)
  const submitting = useSubmit(['body'], async ({ body = '' }) => {
    if (note) {
      await change(`${path}/${note.id}`, {
        type: 'finding-triage-notes',
        id: note.id,
        attributes: { body },
      })
      await refetch(path)
    } else await write(path, body)
    setVersion((count) => count + 1)
    onDone?.()
  })
  return (
    <Form submitting={submitting} label={note ? 'Edit note' : 'Add a note'}>
      <TextArea
        key={version}
        name="body"
        label={note ? 'Note' : 'New note'}
        rows={2}
        maxLength={500}
        required
        defaultValue={note?.body}
        error={submitting.errors['body']}
      />
      <div className="row">
        <Button type="submit" isBusy={submitting.isBusy}>
          {note ? 'Save' : 'Add note'}
        </Button>
        {onDone && (
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}
