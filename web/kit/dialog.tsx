/**
 * A modal dialog: the browser’s own, which traps the focus, closes on Escape and hides the content behind it. If the
 * user has typed in it, it first asks whether to discard that. Its Cancel button does not ask.
 */
import { type FocusEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { firstField } from './focus.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** `palette` has no visible title. */
  readonly kind?: 'form' | 'wide' | 'palette'
  /** `onClose` may keep it open. Without this, the browser closes it at a second Escape, even if prevented. */
  readonly mayDecline?: boolean
}

export function Dialog({ title, onClose, children, kind = 'form', mayDecline }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { onFocus, isTyped } = useTyped()
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const leave = (): void => {
    if (kind !== 'palette' && isTyped()) setAsksToDiscard(true)
    else onClose()
  }
  // Runs before the next key event: an early key must reach the dialog, or the element that is focused after it.
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    if (dialog) firstField(dialog)?.focus()
    return () => {
      // A question in it is unmounted after it, and while that is open nothing behind can take the focus.
      for (const open of dialog?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? [])
        open.close()
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={`dialog ${kind}`}
      aria-labelledby={titleId}
      {...(mayDecline && { closedby: 'none' })}
      onFocus={onFocus}
      onKeyDown={(event) => {
        const isOwn = (event.target as Element).closest('dialog') === element.current
        if (event.key !== 'Escape' || !isOwn || event.nativeEvent.isComposing) return
        // Left to the browser, a second Escape would close the dialog without asking, or telling, anybody.
        event.preventDefault()
        leave()
      }}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) leave()
      }}
    >
      <div className="dialog-body">
        {kind === 'palette' ? (
          <h2 id={titleId} className="visually-hidden">
            {title}
          </h2>
        ) : (
          <header>
            <h2 id={titleId}>{title}</h2>
            <IconButton icon="close" label="Close" onClick={leave} />
          </header>
        )}
        {children}
      </div>
      {asksToDiscard && (
        <Dialog title="Discard what you typed?" onClose={() => setAsksToDiscard(false)}>
          <footer>
            <Button onClick={() => setAsksToDiscard(false)}>Keep editing</Button>
            <Button kind="danger" onClick={onClose}>
              Discard
            </Button>
          </footer>
        </Dialog>
      )}
    </dialog>
  )
}

interface DialogButtonsProps {
  /** The label of the button that submits the form. */
  readonly children: ReactNode
  readonly kind?: 'primary' | 'danger'
  readonly isBusy: boolean
  readonly onCancel: () => void
}

/** The last row of a form in a dialog. */
export const DialogButtons = ({
  children,
  kind = 'primary',
  isBusy,
  onCancel,
}: DialogButtonsProps) => (
  <footer>
    <Button onClick={onCancel}>Cancel</Button>
    <Button kind={kind} type="submit" isBusy={isBusy}>
      {children}
    </Button>
  </footer>
)

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Passwords and codes are quickly typed again, and are not kept longer than necessary. */
const isText = (field: EventTarget): field is TextField =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement &&
    /^(text|email|url|tel|number)$/.test(field.type) &&
    field.autocomplete !== 'one-time-code')

/** Remembers the texts of the fields from before they had the focus. */
function useTyped() {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocus: ({ target }: FocusEvent<HTMLDialogElement>): void => {
      if (isText(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    isTyped: (): boolean =>
      [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
  }
}

interface ConfirmProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the button that runs `onConfirm`. */
  readonly action: string
  /** Closes the dialog when done. The dialog stays open and shows an error that this throws. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** A confirmation with one action and Cancel, which has the focus. */
export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = (): void => {
    setBusy(true)
    setProblem(null)
    onConfirm()
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {/* Not in a toast: a modal dialog covers the toasts, and hides them from screen readers. */}
        {problem && (
          <p className="form-error" role="alert">
            {problem}
          </p>
        )}
        {children}
      </div>
      <footer>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what destroys is not one Enter away */}
        <button type="button" className="button plain" autoFocus onClick={onClose}>
          Cancel
        </button>
        <Button kind="danger" isBusy={isBusy} onClick={confirm}>
          {action}
        </Button>
      </footer>
    </Dialog>
  )
}
