import { useState } from 'react'
import { IconButton } from './button.tsx'
import { copied } from './clipboard.ts'
import { failed } from './toast.tsx'

export interface CodeProps {
  readonly text: string
  readonly label: string
  /** For lines that are read one by one, such as recovery codes: a long line scrolls. */
  readonly keepsLines?: boolean
}

/** Text to copy: a command, a policy, an id. */
export function Code({ text, label, keepsLines = false }: CodeProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => {
    copied(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    }, failed)
  }
  return (
    <div className={keepsLines ? 'code keeps-lines' : 'code'}>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? 'Copied' : `Copy: ${label}`}
        onClick={copy}
      />
    </div>
  )
}
