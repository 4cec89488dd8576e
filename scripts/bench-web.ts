/**
 * `npm run bench:web`: what the app weighs, how soon it shows, how it bears 100,000 findings, and when an event is
 * painted; in Chromium, over the embedded database. `--findings 100000 --rounds 5 --frames 1000`; `--hold` fails when
 * an aim is missed. Times are those of a quiet machine: the load average shows whether it was one.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withoutLimits } from '../server/testing/without-limits.ts'
import { Aims, holdOption } from './aims.ts'
import { cookieOf } from './bench-web/cookie.ts'
import { published } from './bench-web/live.ts'
import type { Message } from './bench-web/product.ts'
import { scrolled } from './bench-web/scrolling.ts'
import { type Visit, visit } from './bench-web/visit.ts'
import { openBrowser } from './browsers/chromium.ts'

const { values } = parseArgs({
  options: {
    findings: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    frames: { type: 'string', default: '1000' },
    ...holdOption,
  },
})
const rounds = Number(values.rounds)
const aims = new Aims(values)
const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const kB = (bytes: number): number => Math.round(bytes / 100) / 10
/** The value below which this part of them is. */
const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? Number.NaN

/** `shell + Findings: 106.2 kB of scripts, aim 180 kB met (0.59 of it)`. */
function line(what: string, value: number, most: number, unit: string): void {
  const rounded = Math.round(value * 1_000) / 1_000
  say(
    `  ${what}: ${rounded}${unit}, ${aims.atMost(what, value, most, unit)} (${(value / most).toFixed(2)} of it)`,
  )
}

function reportWeight(
  route: string,
  { scriptBytes, styleBytes, requests, foreign }: Visit,
  most: number,
): void {
  line(`${route}, all scripts until it is idle`, kB(scriptBytes), most, ' kB gzipped')
  line(`${route}, style sheets`, kB(styleBytes), 20, ' kB gzipped')
  line(`${route}, requests`, requests.length, 12, '')
  if (requests.length > 12) for (const path of requests) say(`    ${decodeURIComponent(path)}`)
  const others = foreign.length
  say(
    `  ${route}, requests to others: ${others}, aim 0 ${aims.judge(`${route}, requests to others`, others === 0)}`,
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
const child = fork(join(import.meta.dirname, 'bench-web/product.ts'), {
  execArgv: process.execArgv,
  env: {
    ...process.env,
    ...withoutLimits,
    DATA_DIR: dataDir,
    PORT: '0',
    EVENT_STREAMS: 'scan-progress',
    WORKER: 'false',
    BENCH_FINDINGS: values.findings,
  },
})
const ended = once(child, 'exit')
const browser = await openBrowser()
try {
  say(`Making up ${values.findings} findings …`)
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('The product ended before it served.')
    }),
  ])) as [Message]
  if (message.is !== 'serving') throw new Error('The product does not say where it serves.')
  const { address } = message
  say(`load average ${loadavg()[0]?.toFixed(1)} before it started`)

  const entrance = await visit(browser, { url: `${address}/`, shown: 'input[type=password]' })
  reportWeight('sign-in', entrance, 110)
  await entrance.context.close()

  const visits: Visit[] = []
  const findings = async (query = ''): Promise<Visit> =>
    visit(browser, {
      url: `${address}/findings${query}`,
      shown: '.grid-row:not(:has(.placeholder))',
      cookies: [await cookieOf(message)],
    })
  for (let round = 0; round < rounds; round += 1) {
    const one = await findings()
    visits.push(one)
    await one.context.close()
  }
  const [first] = visits
  if (first) reportWeight('Findings', first, 180)
  const paints = visits.map(({ largestPaintMs }) => largestPaintMs)
  line(`Findings, largest paint, median of ${rounds}`, quantile(paints, 0.5), 1_000, ' ms')
  line(
    'Findings, layout shift, largest',
    Math.max(...visits.map((one) => one.layoutShift)),
    0.02,
    '',
  )

  const long = await findings('?group=none&filter[status__in]=FAIL,PASS,MANUAL')
  const rows = Number(await long.page.locator('.grid').getAttribute('aria-rowcount'))
  say(`  the list has ${rows} rows`)
  const { frames, heapBytes } = await scrolled(long.page, '.grid', Number(values.frames))
  line(`${values.findings} findings, frame while scrolling, p95`, quantile(frames, 0.95), 25, ' ms')
  say(`  the longest of ${frames.length} frames: ${quantile(frames, 1).toFixed(0)} ms`)
  line(`${values.findings} findings, heap afterwards`, kB(heapBytes) / 1_000, 40, ' MB')
  await long.context.close()

  const scans = await visit(browser, {
    url: `${address}/scans`,
    shown: '.running-scan:has-text("live")',
    cookies: [await cookieOf(message)],
    streams: true,
  })
  const delays = await published(child, scans.page, {
    selector: '.running-scan .mono',
    events: 200,
  })
  say(`  ${delays.length} of 200 events were seen one by one`)
  line('event, from published to painted, p50', quantile(delays, 0.5), 50, ' ms')
  line('event, from published to painted, p95', quantile(delays, 0.95), 120, ' ms')
  await scans.context.close()
  say(`load average ${loadavg()[0]?.toFixed(1)} at its end`)
  aims.close(say)
} finally {
  await browser.close()
  if (child.connected) child.disconnect()
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
