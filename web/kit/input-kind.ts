/** Records the kind of the last input for style sheets: `data-input` of the document is `keyboard` or `pointer`. */

/** Keys that users also hold while they click. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])

export function recordInput(): void {
  const record = (kind: 'keyboard' | 'pointer'): void => {
    document.documentElement.dataset['input'] = kind
  }
  // In the capture phase: handlers may stop an event.
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (!modifiers.has(key)) record('keyboard')
    },
    true,
  )
  document.addEventListener('pointerdown', () => record('pointer'), true)
}
