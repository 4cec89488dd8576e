/** The editor of the mutelist, with a preview of its effect. */
import { useId, useRef, useState } from 'react'
import { change, create, ensureDeleted, list } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList } from '../api/hooks.ts'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'
import { permissionWords, useMe } from '../session/me.tsx'
import { YamlEditor } from './yaml-editor.tsx'
import { type Fault, faultsOf, yamlOf } from './yaml-text.ts'

const example = `# Checks, regions, resources and tags are keywords or regular expressions that match anywhere in a name.
Mutelist:
  Accounts:
    "*":
      Checks:
        s3_bucket_public_access:
          Regions:
            - "*"
          Resources:
            - "^arn:aws:s3:::public-website-"
          Description: Buckets of our public websites.
`

const ofMutelist = { 'filter[processor_type]': 'mutelist' }

/** Returns the current mutelist: another user may have changed or deleted it. */
const latest = async (): Promise<Row<'processors'> | undefined> =>
  (await list<'processors'>('/processors', ofMutelist)).rows[0]

export function Mutelist() {
  const me = useMe()
  const may = me.may('manage_account')
  const asked = useList<'processors'>('/processors', ofMutelist, { enabled: may })
  if (!may)
    return (
      <Empty
        icon="lock"
        title={`The mutelist requires the ${permissionWords.manage_account} permission`}
      >
        Your role does not have this permission. A user who can manage users can add it.
      </Empty>
    )
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading rows={10} />
  const [processor] = asked.data.rows
  return <Editing processor={processor} />
}

function Editing({ processor }: { readonly processor: Row<'processors'> | undefined }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => (processor ? yamlOf(processor.configuration) : example))
  /** The save time of the version that the text is based on. */
  const [savedAt, setSavedAt] = useState(processor?.updated_at)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [preview, setPreview] = useState<Row<'processor-previews'> | null>(null)
  const [busy, setBusy] = useState<'preview' | 'save' | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const attempt = async (what: typeof busy, work: () => Promise<void>): Promise<void> => {
    setBusy(what)
    setFaults([])
    try {
      await work()
    } catch (error) {
      const isOfText = error instanceof ApiProblem && error.status === 400
      if (isOfText) {
        setFaults(faultsOf(text, error.errors))
        field.current?.focus()
      } else failed(error)
    } finally {
      setBusy(null)
    }
  }
  const look = (): Promise<void> =>
    attempt('preview', async () => {
      setPreview(null)
      setPreview(
        await create<'processor-previews'>('/processors/preview', {
          type: 'processor-previews',
          attributes: { processor_type: 'mutelist', configuration: text },
        }),
      )
    })
  const save = (): Promise<void> =>
    attempt('save', async () => {
      const current = await latest()
      if (current && current.updated_at !== savedAt) {
        setSavedAt(current.updated_at)
        throw new Error(
          'Someone else saved the mutelist while you edited it. Save again to replace their version, or reload the page to see it.',
        )
      }
      const saved = current
        ? await change<'processors'>(`/processors/${current.id}`, {
            type: 'processors',
            id: current.id,
            attributes: { configuration: text },
          })
        : await create<'processors'>('/processors', {
            type: 'processors',
            attributes: { processor_type: 'mutelist', configuration: text },
          })
      setSavedAt(saved?.updated_at)
      done('Mutelist saved. A background task applies it to current findings.')
      await refetch('/processors', '/findings', '/overviews')
    })
  const remove = async (): Promise<void> => {
    const current = await latest()
    if (current) await ensureDeleted(`/processors/${current.id}`)
    done('Mutelist deleted. Its findings are no longer muted.')
    setDeleting(false)
    setFaults([])
    setText(example)
    setSavedAt(undefined)
    await refetch('/processors', '/findings', '/overviews')
  }
  return (
    <div className="mutelist">
      <p className="muted">
        {processor ? (
          <>
            Saved <Time at={processor.updated_at} />. It mutes matching findings in all future
            scans.
          </>
        ) : (
          'No mutelist yet. Edit this example, preview the findings it would mute, then save it.'
        )}
      </p>
      <YamlEditor
        field={field}
        label="Mutelist in YAML"
        text={text}
        faults={faults}
        describedBy={`${id}-faults`}
        onChange={(next) => {
          setText(next)
          setFaults([])
          setPreview(null)
        }}
      />
      <div id={`${id}-faults`} role="status" className="mute-preview">
        {faults.length > 0 ? (
          <ul className="error">
            {faults.map(({ line, detail }) => (
              <li key={`${line} ${detail}`}>
                Line {line}: {detail}
              </li>
            ))}
          </ul>
        ) : preview ? (
          <PreviewWords preview={preview} />
        ) : (
          <>
            <p className="muted">
              Preview counts the findings that the mutelist would mute. It changes nothing.
              {/^\s*#/m.test(text) &&
                ' Comments are not saved: explain an entry in its Description.'}
            </p>
            {processor && <Unmatched of={processor} />}
          </>
        )}
      </div>
      <div className="row">
        <Button icon="search" isBusy={busy === 'preview'} onClick={() => void look()}>
          Preview
        </Button>
        <Button kind="primary" icon="check" isBusy={busy === 'save'} onClick={() => void save()}>
          Save mutelist
        </Button>
        {processor && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            Delete mutelist
          </Button>
        )}
      </div>
      {isDeleting && (
        <Confirm
          title="Delete the mutelist?"
          onClose={() => setDeleting(false)}
          action="Delete mutelist"
          onConfirm={remove}
        >
          <p>Its findings are no longer muted and count as open again.</p>
        </Confirm>
      )}
    </div>
  )
}

const PreviewWords = ({ preview }: { readonly preview: Row<'processor-previews'> }) => (
  <>
    <p>
      It matches <b>{counted(preview.matched, 'finding')}</b>: <b>{number(preview.newly_muted)}</b>{' '}
      more would be muted, <b>{number(preview.newly_muted_failing)}</b> of them failing, and{' '}
      <b>{number(preview.no_longer_muted)}</b> would be unmuted.
      {!preview.complete &&
        ' There are too many findings to check all of them. These counts cover only some.'}
    </p>
    <Unmatched of={preview} />
  </>
)

/** Entries without an effect, which often have a wrong pattern. */
function Unmatched({ of }: { readonly of: Row<'processors'> | Row<'processor-previews'> }) {
  const { unmatched_count: count, unmatched_entries: entries } = of
  if (!count || !entries) return null
  return (
    <details>
      <summary>
        {count === 1 ? '1 entry matches' : `${number(count)} entries match`} no findings
      </summary>
      <ul>
        {entries.map(({ account, check }) => (
          <li key={`${account} ${check}`} className="mono">
            {account} · {check}
          </li>
        ))}
      </ul>
      {entries.length < count && <p className="muted">Showing the first {entries.length}.</p>}
    </details>
  )
}
