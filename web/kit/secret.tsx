/**
 * A dialog for a secret that the API shows only once. It does not close on Escape, because the secret would be lost.
 */
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Code, type CodeProps } from './code.tsx'
import { Dialog } from './dialog.tsx'

interface SecretProps extends CodeProps {
  readonly title: string
  /** The purpose of the secret, and that it is shown only once. */
  readonly children: ReactNode
  readonly onClose: () => void
}

export function Secret({ title, children, onClose, ...code }: SecretProps) {
  const [asks, setAsks] = useState(false)
  return (
    <Dialog title={title} onClose={() => setAsks(true)} mayDecline>
      <div className="stack">
        <div>{children}</div>
        <Code {...code} />
      </div>
      {asks && (
        <p className="form-error" role="alert">
          It cannot be shown again. Have you stored it?
        </p>
      )}
      <footer>
        {asks && <Button onClick={() => setAsks(false)}>Not yet</Button>}
        <Button kind="primary" onClick={onClose}>
          I have stored it
        </Button>
      </footer>
    </Dialog>
  )
}
