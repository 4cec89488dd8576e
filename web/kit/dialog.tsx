/** A modal dialog: the browser’s own, which traps the focus, closes on Escape and hides the content behind it. */
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
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
  // Runs before the next key event: an early key must reach the dialog, or the element that is focused after it.
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    if (dialog) firstField(dialog)?.focus()
    return () => {
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
      onKeyDown={(event) => {
        if (mayDecline && event.key === 'Escape') onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose()
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
            <IconButton icon="close" label="Close" onClick={onClose} />
          </header>
        )}
        {children}
      </div>
    </dialog>
  )
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
