/**
 * The app in Debian's Chromium with the real API and the embedded database. Each page records its console: `silent`
 * fails on any message.
 */
import { deepEqual, equal } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getTestContext, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import { readApp } from '@plumbline/server/http'
import {
  type Client,
  password,
  patienceMs,
  type World,
  type WorldOptions,
  world,
} from '@plumbline/server/testing'
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** For tests that only `npm run test:all` runs: the gate has one desktop test for each screen. */
export const testWhole: typeof test.skip = isWhole ? test : test.skip

export const desk = { width: 1_280, height: 800 }
export const phone = { width: 390, height: 844 }

/** A page, with its console messages. */
export interface Opened {
  readonly page: Page
  readonly context: BrowserContext
  readonly said: readonly string[]
}

export interface AppWorld extends World {
  readonly browser: Browser
  /** Opens a page at this path, signed in unless `who` is null. */
  open(path: string, who?: Client | null, size?: typeof desk): Promise<Opened>
}

export async function appWorld(options: WorldOptions = {}): Promise<AppWorld> {
  const app = await readApp(join(import.meta.dirname, '../dist'))
  const w = await world({ ...options, app })
  const browser = await chromium.launch({
    executablePath: process.env['PLUMBLINE_TEST_CHROMIUM'] || 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  return {
    ...w,
    browser,
    open: (path, who = w.acme, size = desk) => open({ ...w, browser }, path, who, size),
    async close() {
      await browser.close()
      await w.close()
      await w.test.close()
    },
  }
}

/**
 * True if a console message belongs to a session renewal. Chromium logs every response above 399. 409 is
 * expected if the page was closed during a renewal (the app retries).
 */
function isOfRenewal(message: ConsoleMessage): boolean {
  const isRenewal = message.location().url.includes('/api/v1/browser-sessions/refresh')
  return isRenewal && /status of 409|ERR_ABORTED/.test(message.text())
}

async function open(
  w: World & { readonly browser: Browser },
  path: string,
  who: Client | null,
  viewport: typeof desk,
): Promise<Opened> {
  // The test injects axe. The content security policy has separate tests.
  const context = await w.browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-GB' })
  context.setDefaultTimeout(patienceMs)
  // A page that stays open after its test goes on reading and painting.
  const current = getTestContext()
  if (current && 'after' in current) current.after(() => context.close())
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => {
    if (!isOfRenewal(message)) said.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  if (who) await context.addCookies([await cookieOf(w, who)])
  await page.goto(w.address + path)
  return { page, context, said }
}

/** The cookie of a signed-in user. */
async function cookieOf(w: World, { email, tenantId: tenant_id }: Client) {
  const login = { email, password, tenant_id }
  const refresh = (await w.anonymous.make('/tokens', 'tokens', login)).text('refresh')
  const body = { data: { type: 'browser-sessions', attributes: { refresh } } }
  const ownPage = { 'X-Plumbline-Session': 'app' }
  const { headers } = await w.anonymous.ask('POST', '/browser-sessions', body, ownPage)
  const [, name = '', value = '', cookiePath = ''] =
    /^(\w+)=([^;]+);.* Path=(\S+)$/.exec(headers.get('set-cookie') ?? '') ?? []
  const domain = new URL(w.address).hostname
  return { name, value, domain, path: cookiePath, httpOnly: true, sameSite: 'Strict' as const }
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** The themes of pages. */
export const themes = ['light', 'dark'] as const

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose result depends on colors. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

/** Runs axe (WCAG 2.0 A to 2.2 AA) on the current page: all rules in the light theme, color rules in the dark theme. */
export async function audit({ page }: Pick<Opened, 'page'>): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    equal(
      await violationsOn(page, theme === 'light' || isWhole ? undefined : rulesOfColors),
      '',
      theme,
    )
  }
}

/** The violations that axe finds on the page in its current state, one paragraph each. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string> {
  // Injects axe through the debugger, because the page's policy blocks scripts other than the app's. Once per page, as
  // it is large.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: standards }
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly })}).then((r) => r.violations)`,
  )) as readonly Violation[]
  const failures = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
  return failures.join('\n\n')
}

/** Asserts that the console has no messages. */
export const silent = ({ said }: Pick<Opened, 'said'>): void => deepEqual(said, [])

/** Presses keys one after another. */
export async function press(
  { page }: Pick<Opened, 'page'>,
  ...keys: readonly string[]
): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
