/** The panel next to a list, with the open row. On a phone it covers the page. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Boundary } from './states.tsx'

interface PanelProps {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  /** Next to the title. */
  readonly actions?: ReactNode
  /** Identifies the content. A change mounts the content again, without typed text; the header and its focus remain. */
  readonly of?: string
}

export function Panel({ title, onClose, children, actions, of }: PanelProps) {
  const id = useId()
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const panel = element.current
    const before = document.activeElement
    return () => {
      if (panel?.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [])
  useShortcuts('Panel', [{ keys: 'Escape', label: 'Close the panel', run: onClose }])
  return (
    <aside ref={element} className="panel" aria-labelledby={id} tabIndex={-1}>
      <header>
        <h2 id={id}>
          <bdi>{title}</bdi>
        </h2>
        {actions}
        <IconButton icon="close" label="Close the panel (Esc)" onClick={onClose} />
      </header>
      <div key={of} className="panel-body">
        <Boundary>{children}</Boundary>
      </div>
    </aside>
  )
}

export interface Tab {
  readonly key: string
  readonly title: string
  readonly content: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
  readonly onChange: (key: string) => void
}

/** Arrow keys move between the tabs, as WAI-ARIA specifies. */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === current),
  )
  useEffect(() => {
    if (moved.current) list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
    moved.current = false
  }, [at])
  const go = (to: number): void => {
    moved.current = true
    onChange(tabs[(to + tabs.length) % tabs.length]?.key ?? '')
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs">
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(key)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') go(at + 1)
              else if (event.key === 'ArrowLeft') go(at - 1)
              else return
              event.preventDefault()
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tabs[at]?.key}`}
        className="tab-panel"
        tabIndex={0}
      >
        <Boundary key={tabs[at]?.key}>{tabs[at]?.content()}</Boundary>
      </div>
    </>
  )
}
