/** Keeps the keyboard focus in the page, so that the next key works. */

/** Focuses the list of the screen, or the screen. */
function focusScreen(): void {
  const main = document.getElementById('main')
  const target = main?.querySelector<HTMLElement>('[role=grid], [role=treegrid]') ?? main
  target?.focus({ preventScroll: true })
}

const firstFields = [
  'input:not([type=radio]), input:checked, select, textarea',
  '.code pre, footer button:not(.primary, .danger)',
  'button',
]

/** The element of a dialog, form or panel to focus first: an input, else text to copy or Cancel, else any button. */
export const firstField = (container: Element): HTMLElement | undefined =>
  firstFields
    .map((fields) => container.querySelector<HTMLElement>(fields))
    .find((field) => field !== null) ?? undefined

/** The container, or the form that was rendered in its place under the same name. */
function present(container: Element | null): Element | undefined {
  if (!container || container.isConnected) return container ?? undefined
  return [...document.forms].find(
    ({ ariaLabel }) => ariaLabel !== null && ariaLabel === container.ariaLabel,
  )
}

/**
 * When the focused element is removed, focuses the remaining part around it: the first field of its list item, form or
 * dialog, its panel, or the screen. Browsers would focus the document, where Tab starts at the top again.
 */
export function keepFocus(): () => void {
  let focused: Element | null = null
  let around: readonly (Element | null)[] = []
  const onFocus = ({ target }: FocusEvent): void => {
    focused = target instanceof Element ? target : null
    around = ['li', 'form', 'dialog', '.panel'].map(
      (container) => focused?.closest(container) ?? null,
    )
  }
  // A click outside all controls removes the focus on purpose.
  const onPointer = ({ target }: PointerEvent): void => {
    if (!(target instanceof Node && focused?.contains(target))) focused = null
  }
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = null
    if (document.activeElement && document.activeElement !== document.body) return
    const left = around.map(present).find((container) => container)
    const field = left?.matches('.panel') ? undefined : left && firstField(left)
    if (field) field.focus()
    else if (left instanceof HTMLElement) left.focus({ preventScroll: true })
    else focusScreen()
  })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onPointer)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onPointer)
  }
}
