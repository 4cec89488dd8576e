/**
 * `npm run screenshots`: the main screens with the demo's data in both themes, a page of the HTML report and one of a
 * PDF, in docs/screenshots. `-- --reports` takes only the last two. Fails if a picture has more than 150 kB or a page
 * writes to the console. Needs Debian's chromium, pngquant, poppler-utils and unzip.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { openBrowser } from './browsers/chromium.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/screenshots')
const mostBytes = 150_000
const mostMs = 180_000

interface Shot {
  readonly name: string
  readonly path: string
  /** What has to be there, and what is done before the picture. */
  readonly ready: (page: Page) => Promise<unknown>
}

const heading =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
const rows = (page: Page): Promise<void> =>
  page.locator('.grid-row [role=gridcell]').first().waitFor()

/** Services whose first rows show several kinds of checks. */
const services = 's3,iam,awslambda,rds,repository'
const actionable = 'filter[status__in]=FAIL,MANUAL&filter[muted]=false'

const shots: readonly Shot[] = [
  { name: 'overview', path: '/', ready: heading('Overview') },
  {
    name: 'findings',
    path: `/findings?${actionable}&filter[service__in]=${services}`,
    async ready(page) {
      await rows(page)
      await page.keyboard.press('j')
      await page.keyboard.press('ArrowRight')
      await page.getByRole('row', { expanded: true }).waitFor()
      await page.locator('.grid-row[aria-level="2"]').first().waitFor()
    },
  },
  {
    name: 'finding',
    path: '/findings?group=none&filter[severity__in]=critical',
    async ready(page) {
      await rows(page)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.locator('.panel .facts').first().waitFor()
    },
  },
  { name: 'scans', path: '/scans', ready: heading('Scans') },
  { name: 'providers', path: '/providers', ready: heading('Providers') },
  { name: 'compliance', path: '/compliance', ready: heading('Compliance') },
  { name: 'resources', path: '/resources', ready: rows },
]

/** Taken last: its rules change the numbers of the other pictures. */
const muteRules: Shot = { name: 'mute-rules', path: '/mute-rules', ready: rows }

const rules = [
  {
    name: 'Public website',
    query: 'filter[search]=larkspur-website&filter[status]=FAIL',
    reason: 'The bucket serves the public website by design.',
    expires_at: null,
  },
  {
    name: 'Campaign functions',
    query: 'filter[search]=campaign-2021&filter[status]=FAIL',
    reason: 'Deleted when the campaign ends.',
    expires_at: new Date(Date.now() + 45 * 86_400_000),
  },
  {
    name: 'Experiment instances',
    query: 'filter[search]=experiment&filter[status]=FAIL',
    reason: 'Short-lived instances without customer data.',
    expires_at: new Date(Date.now() + 14 * 86_400_000),
  },
] as const

interface Demo {
  readonly address: string
  readonly apiKey: string
  /** Resolves when the process has exited. */
  stop(): Promise<unknown>
}

/** The demo, once its scan has ended; its link signs the browser in. */
function startDemo(dataDir: string): Promise<Demo> {
  const child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'demo'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', WEB_APP: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: mostMs,
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString()
      const address = /(http:\/\/\S+#\S+)/.exec(said)?.[1]
      const apiKey = /Api-Key ([\w.-]+)/.exec(said)?.[1]
      if (address && apiKey && said.includes('Still serving'))
        resolve({
          address,
          apiKey,
          stop() {
            const exited = once(child, 'exit')
            child.kill()
            return exited
          },
        })
    })
    child.once('exit', (code) => reject(new Error(`The demo exited with ${code}: ${said}`)))
  })
}

/** With a palette of 256 colors: half as large, without a visible difference. */
function small(png: Buffer): Buffer {
  const { stdout, status, error } = spawnSync('pngquant', ['--speed', '1', '--strip', '-'], {
    input: png,
    maxBuffer: 2 ** 24,
  })
  if (error || status !== 0) throw new Error('pngquant is needed (Debian: pngquant).')
  return stdout
}

/** Nothing is fetched any more, and a frame has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
}

function keep(name: string, full: Buffer): void {
  const png = small(full)
  if (png.length > mostBytes) {
    process.exitCode = 1
    process.stderr.write(`${name}.png has ${png.length} bytes; the limit is ${mostBytes}.\n`)
  }
  writeFileSync(join(folder, `${name}.png`), png)
  process.stdout.write(`${name}.png, ${Math.round(png.length / 1_000)} kB\n`)
}

/** Makes the mute rules through the API and waits until each has its findings. */
async function muteSome({ address, apiKey }: Demo): Promise<void> {
  const type = 'application/vnd.api+json'
  const headers = { Authorization: `Api-Key ${apiKey}`, 'Content-Type': type }
  const ask = async (path: string, body?: object): Promise<{ readonly data: unknown }> => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(new URL(`/api/v1${path}`, address), init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  for (const [index, attributes] of rules.entries()) {
    await ask('/mute-rules/matching', { data: { type: 'mute-rules-matching', attributes } })
    while (((await ask('/mute-rules')).data as readonly object[]).length <= index) await sleep(100)
  }
}

async function screens(page: Page, address: string, wanted: readonly Shot[]): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme)
    for (const { name, path, ready } of wanted) {
      await page.goto(new URL(path, address).href)
      await ready(page)
      await settled(page)
      keep(`${name}-${theme}`, await page.screenshot())
    }
  }
}

/** The start of the HTML report and the summary page of the CIS report, of the files that the demo downloads. */
async function reports(page: Page, downloads: string): Promise<void> {
  const named = (pattern: RegExp): string =>
    join(downloads, readdirSync(downloads).find((name) => pattern.test(name)) ?? '')
  execFileSync('unzip', ['-q', '-o', named(/\.zip$/), '*.html', '-d', downloads])
  await page.setViewportSize({ width: 1_000, height: 1_240 })
  await page.goto(pathToFileURL(named(/\.html$/)).href)
  keep('report-page', await page.screenshot())
  const options = ['-png', '-r', '84', '-f', '3', '-l', '3']
  const { stdout } = spawnSync('pdftoppm', [...options, named(/cis.*\.pdf$/)], {
    maxBuffer: 2 ** 24,
  })
  keep('report-pdf', stdout)
}

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-screenshots-'))
const browser = await openBrowser() // first: without it there is nothing to stop
const demo = await startDemo(dataDir)
try {
  mkdirSync(folder, { recursive: true })
  const size = { width: 1_280, height: 800 }
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('console', (message) => {
    process.exitCode = 1
    process.stderr.write(`${page.url()}: ${message.text()}\n`)
  })
  if (!process.argv.includes('--reports')) {
    await page.goto(demo.address)
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    await screens(page, demo.address, shots)
    await muteSome(demo)
    await screens(page, demo.address, [muteRules])
  }
  await reports(page, join(dataDir, 'demo/downloads'))
} finally {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
