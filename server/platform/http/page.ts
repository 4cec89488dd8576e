import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface HtmlPage {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * One page without a second file, of `page.html`, `page.css` and `page.js` in a directory: what it may run and
 * look like is in its headers, by hash. It asks nobody but us, and no page of others shows it in a frame.
 */
export function htmlPage(directory: string, base: string): HtmlPage {
  const part = (name: string): string => readFileSync(join(directory, name), 'utf8').trim()
  const [style, script] = [part('page.css'), part('page.js')]
  const text = part('page.html')
    .replaceAll('{{base}}', () => base)
    .replace('{{style}}', () => style)
    .replace('{{script}}', () => script)
  const policy = `default-src 'none'; connect-src 'self'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
  }
  return { body: Buffer.from(text), headers }
}
