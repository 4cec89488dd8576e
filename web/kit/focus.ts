/** Focuses the list of the screen, or the screen: for when the element that has the focus is removed. */
export function focusScreen(): void {
  const main = document.getElementById('main')
  const target = main?.querySelector<HTMLElement>('[role=grid], [role=treegrid]') ?? main
  target?.focus({ preventScroll: true })
}
