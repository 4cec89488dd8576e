/** Search for all pages and actions. */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { activeGroups, type Shortcut } from '../kit/shortcuts.ts'
import { Keys } from './keys.tsx'
import { found } from './palette-search.ts'

interface PaletteProps {
  readonly shortcuts: readonly Shortcut[]
  readonly onClose: () => void
}

export default function Palette({ onClose }: PaletteProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [commands] = useState(() => activeGroups().flatMap(({ shortcuts }) => shortcuts))
  const shown = found(commands, text)
  const current = Math.min(at, shown.length - 1)
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const run = (command: Shortcut | undefined): void => {
    if (!command || command.disabledBecause) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt((current + 1) % shown.length)
    else if (event.key === 'ArrowUp') setAt((current - 1 + shown.length) % shown.length)
    else if (event.key === 'Enter') run(shown[current])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Command palette" kind="palette" onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Search pages and commands"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        placeholder="Search pages and commands …"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="palette-list"
      >
        {shown.map((command, index) => (
          <li
            key={`${command.keys} ${command.label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            aria-disabled={command.disabledBecause !== undefined || undefined}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            {command.disabledBecause && (
              <span className="muted small">{command.disabledBecause}</span>
            )}
            <Keys keys={command.keys} />
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="palette-none muted" role="status">
          No page or command matches “{text}”.
        </p>
      )}
    </Dialog>
  )
}
