/**
 * Keyboard shortcuts: one table for handlers, menus, the palette and the help. Single letters can be turned off for
 * users of speech input (WCAG 2.1.4).
 */
import { useEffect, useRef } from 'react'

export interface Shortcut {
  /** `t`, `Shift+j`, `Mod+k`, or a sequence of two: `g f`. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
  /** The reason why the shortcut is disabled; it is then neither run nor hidden. */
  readonly disabledBecause?: string | undefined
}

export interface Group {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

const groups = new Map<symbol, Group>()
let pending = ''
let pendingSince = 0
const chordMs = 1_200

/** The active groups, newest screen first. */
export const activeGroups = (): readonly Group[] => [...groups.values()].toReversed()

export const areLettersOn = (): boolean => localStorage.getItem('letters') !== 'off'
export const setLetters = (on: boolean): void => localStorage.setItem('letters', on ? 'on' : 'off')

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=checkbox], [type=radio]')))

/** Formats a key event like the keys in the table. */
export function spell(
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): string {
  const isLetter = /^[a-z]$/i.test(event.key)
  const key = isLetter ? event.key.toLowerCase() : event.key
  const parts = [
    ...(event.metaKey || event.ctrlKey ? ['Mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && (isLetter || event.key.length > 1) ? ['Shift'] : []),
    key,
  ]
  return parts.join('+')
}

/** The shortcut that a key runs, after the previous key. */
export function match(
  shortcuts: readonly Shortcut[],
  spelled: string,
  before: string,
): Shortcut | undefined {
  const chord = before ? `${before} ${spelled}` : ''
  return (
    shortcuts.find(({ keys }) => chord !== '' && keys === chord) ??
    shortcuts.find(({ keys }) => keys === spelled)
  )
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.key === 'Shift' || event.isComposing) return
  const spelled = spell(event)
  const hasModifier = spelled.startsWith('Mod+')
  if (document.querySelector('dialog[open], [popover]:popover-open')) return
  // Mod+a and similar keys belong to the text being typed.
  if (isTyping(event.target) && spelled !== 'Mod+k') return
  // Escape and Enter always work: only characters can be entered by accident or by speech input.
  if (!hasModifier && event.key.length === 1 && !areLettersOn()) return
  const shortcuts = activeGroups().flatMap(({ shortcuts }) => shortcuts)
  const before = performance.now() - pendingSince < chordMs ? pending : ''
  const found = match(shortcuts, spelled, before)
  pending = ''
  if (found) {
    event.preventDefault()
    if (!found.disabledBecause) found.run()
  } else if (shortcuts.some(({ keys }) => keys.startsWith(`${spelled} `))) {
    pending = spelled
    pendingSince = performance.now()
  }
}

/** Active while the component is mounted; later ones take precedence. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const id = useRef(Symbol(title))
  useEffect(() => {
    if (groups.size === 0) document.addEventListener('keydown', onKeyDown)
    const key = id.current
    return () => {
      groups.delete(key)
      if (groups.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  useEffect(() => {
    groups.set(id.current, { title, shortcuts })
  })
}
