/**
 * Triage and muting of all findings of a view: a task applies the decision by the filters, and its progress is shown.
 */
import { useEffect, useState } from 'react'
import { create, destroy } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { hasEnded, taskEnded, taskReason } from '../api/tasks.ts'
import { Button } from '../kit/button.tsx'
import { endOf } from '../kit/days.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { TroubleLine } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { counted, number, words } from '../kit/words.ts'
import type { Whole } from './chosen.ts'
import { reread, type TriageStatus } from './decide.ts'
import { MuteFields, nameFor } from './mute-dialog.tsx'
import { DecisionFields } from './triage-dialog.tsx'

interface Props {
  readonly whole: Whole
  readonly onClose: () => void
}

const titles = { triage: 'Triage', mute: 'Mute' } as const

export default function WholeDialog({
  kind,
  ...props
}: Props & { readonly kind: keyof typeof titles }) {
  const [task, setTask] = useState<string | null>(null)
  const { whole, onClose } = props
  const begun = (made: Row | null): void => {
    if (!made) return onClose()
    setTask(made.id)
    follow(made.id, kind).catch(failed)
  }
  const Asked = kind === 'triage' ? TriageAll : MuteAll
  return (
    <Dialog
      title={`${titles[kind]} all ${counted(whole.count, 'matching finding')}`}
      onClose={onClose}
    >
      {task === null ? (
        <Asked {...props} onBegun={begun} />
      ) : (
        <Running id={task} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** The filters as a query string. */
const textOf = ({ filters }: Whole): string => search(filters).slice(1)

interface AskedProps extends Props {
  readonly onBegun: (task: Row | null) => void
}

function TriageAll({ whole, onClose, onBegun }: AskedProps) {
  const [status, setStatus] = useState<TriageStatus>('under_review')
  const submitting = useSubmit(['status', 'note'], async ({ note = '' }) => {
    const attributes = {
      query: textOf(whole),
      status,
      ...(note.trim() !== '' && { note }),
    }
    const draft = { type: 'finding-triages-matching', attributes }
    onBegun(await create('/finding-triages/matching', draft))
  })
  return (
    <Form submitting={submitting} label="Triage">
      <DecisionFields
        status={status}
        onStatus={setStatus}
        errors={submitting.errors}
        of="some"
        isAttesting={status === 'resolved'}
      />
      <Begin isBusy={submitting.isBusy} onClose={onClose}>
        {status === 'resolved' ? 'Resolve' : 'Set status'}
      </Begin>
    </Form>
  )
}

function MuteAll({ whole, onClose, onBegun }: AskedProps) {
  const submitting = useSubmit(
    ['name', 'reason', 'expires_at'],
    async ({ name = '', reason = '', until = '' }) => {
      const attributes = {
        query: textOf(whole),
        name,
        reason,
        expires_at: until ? endOf(until) : undefined,
      }
      onBegun(await create('/mute-rules/matching', { type: 'mute-rules-matching', attributes }))
    },
  )
  return (
    <Form submitting={submitting} label="Mute">
      <MuteFields errors={submitting.errors} name={nameFor([])} />
      <Begin isBusy={submitting.isBusy} onClose={onClose}>
        Mute
      </Begin>
    </Form>
  )
}

function Begin({
  isBusy,
  onClose,
  children,
}: {
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly children: string
}) {
  return (
    <>
      <p className="muted">
        A background task processes all findings that match at that time and are visible to you.
      </p>
      <DialogButtons onCancel={onClose} isBusy={isBusy}>
        {children}
      </DialogButtons>
    </>
  )
}

const everyMs = 700

/** The progress. It continues after closing, and its end is reported. */
function Running({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refetch } = useShow<'tasks'>(
    `/tasks/${id}`,
    {},
    { refetchInterval: (shown) => (shown && hasEnded(shown.row) ? false : everyMs) },
  )
  const [isStopping, setStopping] = useState(false)
  const task = data?.row
  const isOver = task !== undefined && hasEnded(task)
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const { done: so = 0, matched = 0 } = (task?.metadata ?? {}) as {
    done?: number
    matched?: number
  }
  const stop = (): void => {
    setStopping(true)
    destroy(`/tasks/${id}`).catch((reason: unknown) => {
      setStopping(false)
      failed(reason)
    })
  }
  return (
    <>
      {error && <TroubleLine error={error} retry={() => void refetch()} />}
      <progress aria-label="Progress" max={Math.max(matched, 1)} value={Math.min(so, matched)} />
      <p role="status">
        {matched === 0 ? 'Starting …' : `${number(so)} of ${number(matched)} findings.`} You can
        close this dialog. The task continues and is listed under Tasks.
      </p>
      <footer className="row end">
        <Button isBusy={isStopping} onClick={stop}>
          Stop
        </Button>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </footer>
    </>
  )
}

/** Reports the result on any page. */
async function follow(id: string, kind: keyof typeof titles): Promise<void> {
  const task = await taskEnded(id)
  // The dialog of the task closes before the result is shown, so that keys reach the list again.
  await Promise.all([reread(), refetch(`/tasks/${id}`)])
  if (task.state === 'cancelled') {
    const { done: so = 0 } = task.metadata as { done?: number }
    return done(`Stopped after ${counted(so, 'finding')}; their changes are kept.`)
  }
  if (task.state === 'failed') throw new Error(taskReason(task) ?? 'The task failed.')
  if (kind === 'triage') saidOfTriage(task)
  else saidOfMuting(task)
}

function saidOfTriage({ result, task_args }: Row<'tasks'>): void {
  const { changed, refused } = result as {
    readonly changed: number
    readonly refused: readonly { readonly detail: string; readonly count: number }[]
  }
  const { status } = task_args as { readonly status: string }
  done(`${counted(changed, 'finding')} set to ${words(status)}.`)
  for (const { detail, count } of refused)
    failed(new Error(`${counted(count, 'finding')} not changed: ${detail}`))
}

function saidOfMuting({ result }: Row<'tasks'>): void {
  const { muted, named_already, mute_rules } = result as {
    readonly muted: number
    readonly named_already: number
    readonly mute_rules: readonly string[]
  }
  const rest = named_already > 0 ? `, ${number(named_already)} are already in other rules` : ''
  const undo = async (): Promise<void> => {
    for (const rule of mute_rules) await destroy(`/mute-rules/${rule}`)
    await reread()
    done(`${counted(mute_rules.length, 'rule')} deleted; unmuting the findings.`)
  }
  done(
    `${counted(muted, 'finding')} muted by ${counted(mute_rules.length, 'rule')}${rest}.`,
    mute_rules.length > 0 ? { label: 'Undo', run: () => void undo().catch(failed) } : undefined,
  )
}
