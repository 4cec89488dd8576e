/** Moving through a page as somebody without a pointer does. */
import type { Opened } from './app.ts'

/** What has the focus: its label or its text. */
const focused = ({ page }: Pick<Opened, 'page'>): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement)) return ''
    const labels = (at as HTMLInputElement).labels
    const text = at.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? at.textContent
    return (text ?? '').trim()
  })

/** Presses Tab until what is called so has the focus. Throws when a whole page has been passed without it. */
export async function tabTo(opened: Pick<Opened, 'page'>, name: string): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 120; presses += 1) {
    await opened.page.keyboard.press('Tab')
    const now = await focused(opened)
    if (now === name || now.startsWith(`${name} `)) return
    passed.push(now)
  }
  throw new Error(`Tab does not lead to "${name}", but to ${[...new Set(passed)].join(' | ')}.`)
}

/** Goes to a field by Tab and types into it, in place of what is there. */
export async function type(
  opened: Pick<Opened, 'page'>,
  name: string,
  text: string,
): Promise<void> {
  await tabTo(opened, name)
  await opened.page.keyboard.press('ControlOrMeta+a')
  await opened.page.keyboard.type(text)
}
