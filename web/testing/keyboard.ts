/** Keyboard navigation in a page, without a pointer. */
import type { Opened } from './app.ts'

/** The label or text of the focused element. */
export const focused = ({ page }: Pick<Opened, 'page'>): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement)) return ''
    const labels = (at as HTMLInputElement).labels
    const text = at.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? at.textContent
    return (text ?? '').trim()
  })

/**
 * Presses Tab until the element with this label or text has the focus; a string may be the first words of it.
 * Throws after 120 presses.
 */
export async function tabTo(opened: Pick<Opened, 'page'>, name: string | RegExp): Promise<void> {
  const isIt = (text: string): boolean =>
    name instanceof RegExp ? name.test(text) : text === name || text.startsWith(`${name} `)
  const passed: string[] = []
  for (let presses = 0; presses < 120; presses += 1) {
    await opened.page.keyboard.press('Tab')
    const now = await focused(opened)
    if (isIt(now)) return
    passed.push(now)
  }
  throw new Error(`Tab does not lead to "${name}", but to ${[...new Set(passed)].join(' | ')}.`)
}

/** Moves to a field by Tab and replaces its text. */
export async function type(
  opened: Pick<Opened, 'page'>,
  name: string,
  text: string,
): Promise<void> {
  await tabTo(opened, name)
  await opened.page.keyboard.press('ControlOrMeta+a')
  await opened.page.keyboard.type(text)
}
