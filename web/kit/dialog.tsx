/** A modal dialog: the browser’s own, which holds the focus, closes on Escape and hides what is behind it. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { firstField } from './focus.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** `palette` has no visible title. */
  readonly kind?: 'form' | 'wide' | 'palette'
  /** `onClose` may keep it open. Unless told so, the browser closes it at a second Escape, whoever prevents it. */
  readonly mayDecline?: boolean
}

export function Dialog({ title, onClose, children, kind = 'form', mayDecline }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the next key: one that is pressed at once is meant for the dialog, or for what is there after it.
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
  readonly action: ReactNode
  readonly onClose: () => void
}

/** A question with one answer beside Cancel, which has the focus. */
export const Confirm = ({ title, children, action, onClose }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className="stack">{children}</div>
    <footer>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what destroys is not one Enter away */}
      <button type="button" className="button plain" autoFocus onClick={onClose}>
        Cancel
      </button>
      {action}
    </footer>
  </Dialog>
)
