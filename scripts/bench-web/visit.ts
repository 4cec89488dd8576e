/** One visit of a page in a browser that was never there, and what it took. */
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Until nothing was loading any more, gzipped, as a server without Brotli would send it. */
  readonly scriptBytes: number
  readonly styleBytes: number
  /** Paths, in the order in which they were answered. */
  readonly requests: readonly string[]
  /** Of other origins. */
  readonly foreign: readonly string[]
  /** Milliseconds to the largest thing that was painted. */
  readonly largestPaintMs: number
  /** Cumulative. */
  readonly layoutShift: number
}

interface Watched {
  largest: number
  shift: number
}

/** Runs in the page, before anything else does. */
function watch(): void {
  const seen = { largest: 0, shift: 0 }
  Object.assign(globalThis, { benchWatched: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A file that never changes is requested once: the icon, requested again for each URL, is then cached. */
const withoutCached = (paths: readonly string[]): readonly string[] =>
  paths.filter((path, at) => !path.startsWith('/assets/') || paths.indexOf(path) === at)

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Opens an address and waits until `shown` is there and the network is idle, which it never is under a stream. */
export async function visit(
  browser: Browser,
  {
    url,
    shown,
    cookies = [],
    streams = false,
  }: { url: string; shown: string; cookies?: Cookies; streams?: boolean },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const answers: Response[] = []
  page.on('response', (answer) => void answers.push(answer))
  await page.goto(url)
  await page.waitForSelector(shown)
  if (!streams) await page.waitForLoadState('networkidle')
  const measured = await Promise.all(
    answers.map(async (answer) => {
      const kind = answer.request().resourceType()
      const isFile = kind === 'script' || kind === 'stylesheet'
      return { kind, bytes: isFile ? gzipSync(await answer.body(), { level: 9 }).length : 0 }
    }),
  )
  const bytesOf = (wanted: string): number =>
    measured.reduce((sum, { kind, bytes }) => sum + (kind === wanted ? bytes : 0), 0)
  const { largest, shift } = (await page.evaluate('benchWatched')) as Watched
  const { origin } = new URL(url)
  return {
    page,
    context,
    scriptBytes: bytesOf('script'),
    styleBytes: bytesOf('stylesheet'),
    requests: withoutCached(answers.map((one) => one.url().slice(origin.length))),
    foreign: answers.map((one) => one.url()).filter((one) => new URL(one).origin !== origin),
    largestPaintMs: largest,
    layoutShift: shift,
  }
}
