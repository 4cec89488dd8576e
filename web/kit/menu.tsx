/** A button that opens a list of actions: arrow keys move, letters jump, Escape closes. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icons.tsx'

export interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
  readonly icon?: IconName
  /** Shown after the label: keys, a count, or a note. */
  readonly note?: string
  readonly isChecked?: boolean
  /** The reason why the item is disabled. */
  readonly disabledBecause?: string
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly children?: ReactNode
  readonly icon?: IconName
  readonly kind?: 'plain' | 'quiet' | 'primary'
  /** Called on opening, for example to fetch the list. */
  readonly onOpen?: () => void
}

export function Menu({ label, items, children, icon, kind = 'plain', onOpen }: MenuProps) {
  const id = useId()
  const anchor = `--${id.replace(/\W/g, '')}`
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  const buttons = (): HTMLButtonElement[] => [...(list.current?.querySelectorAll('button') ?? [])]
  const focus = (index: number): void => {
    const all = buttons()
    all.at(index % all.length)?.focus()
  }
  const close = (): void => {
    list.current?.hidePopover()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = buttons().indexOf(document.activeElement as HTMLButtonElement)
    if (event.key === 'ArrowDown') focus(at + 1)
    else if (event.key === 'ArrowUp') focus(at - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(-1)
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (event.key.length === 1) {
      const starts = items.findIndex(({ label }, index) => index > at && begins(label, event.key))
      const first = items.findIndex(({ label }) => begins(label, event.key))
      if (first >= 0) focus(starts >= 0 ? starts : first)
    } else return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button ${kind} ${children ? '' : 'only-icon'}`}
        style={{ anchorName: anchor } as object}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={children ? undefined : label}
        title={children ? undefined : label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          list.current?.showPopover()
        }}
      >
        {icon && <Icon name={icon} />}
        {children}
        {children && <Icon name="down" />}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="menu"
        style={{ positionAnchor: anchor } as object}
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') onOpen?.()
        }}
      >
        {items.map((item, index) => (
          <button
            key={`${index} ${item.label}`} // names of different users may be the same
            // The browser focuses it when it shows the list, before the next key.
            ref={index === 0 ? takeFocus : undefined}
            type="button"
            role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={item.isChecked}
            aria-disabled={item.disabledBecause !== undefined || undefined}
            title={item.disabledBecause}
            tabIndex={-1}
            onClick={() => {
              if (item.disabledBecause) return
              close()
              item.onSelect()
            }}
          >
            {item.isChecked ? <Icon name="check" /> : item.icon ? <Icon name={item.icon} /> : <i />}
            <span>{item.label}</span>
            {(item.note ?? item.disabledBecause) && (
              <span className="note">{item.note ?? item.disabledBecause}</span>
            )}
          </button>
        ))}
      </div>
    </>
  )
}

const takeFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')

const begins = (label: string, key: string): boolean =>
  label.toLowerCase().startsWith(key.toLowerCase())
