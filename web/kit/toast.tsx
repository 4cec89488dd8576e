/**
 * Short messages at the page’s edge, announced by screen readers. A message with an action stays until it is closed.
 */
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import './toast.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'problem'
  readonly action?: { readonly label: string; readonly run: () => void }
}

const staysMs = 6_000
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function show(changed: readonly Toast[]): void {
  toasts = changed
  for (const listener of listeners) listener()
}
const close = (id: number): void => show(toasts.filter((one) => one.id !== id))

function add(toast: Omit<Toast, 'id'>): void {
  const id = next++
  show([...toasts.slice(-3), { ...toast, id }])
  if (toast.kind === 'done' && !toast.action) setTimeout(() => close(id), staysMs)
}

/** Messages of the user who has signed out. */
export const clearToasts = (): void => show([])

export const done = (text: string, action?: Toast['action']): void =>
  add({ text, kind: 'done', ...(action && { action }) })
export function failed(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  const isShown = toasts.some((one) => one.kind === 'problem' && one.text === text)
  if (!isShown) add({ text, kind: 'problem' })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} className={`toast ${kind}`}>
          <p>{text}</p>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                close(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="close" label="Close message" onClick={() => close(id)} />
        </div>
      ))}
    </section>
  )
}
