import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp, type Place } from './web-app.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Workshop extends Place {
  builds: number
  readonly lock: string
}

/** Sources of an hour ago, and a build that takes a moment; each produces another page. */
function workshop(build: (folder: string, n: number) => Promise<void> = pageOf): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-web-'))
  folders.push(folder)
  const sources = join(folder, 'web')
  const lock = join(folder, 'package-lock.json')
  mkdirSync(join(sources, 'shell'), { recursive: true })
  for (const path of [join(sources, 'main.tsx'), join(sources, 'shell/shell.tsx'), lock])
    changeAt(path, -3_600)
  return {
    builds: 0,
    sources,
    lock,
    others: [lock],
    build(into) {
      this.builds += 1
      return build(into, this.builds)
    },
  }
}

async function pageOf(folder: string, n: number): Promise<void> {
  await sleep(20)
  writeFileSync(join(folder, 'index.html'), `build ${n}`)
}

function changeAt(path: string, seconds: number): void {
  writeFileSync(path, '')
  const at = Date.now() / 1_000 + seconds
  utimesSync(path, at, at)
}

/** The messages, and the page that is served. */
async function opened(
  place: Place,
): Promise<{ said: readonly string[]; page: string | undefined }> {
  const said: string[] = []
  const app = await openApp((text) => void said.push(text), place)
  return { said, page: app?.get('/index.html')?.body.toString() }
}

const building = 'Building the web app (once) …'

test('the app is built when it is missing, and kept', async () => {
  const place = workshop()
  assert.deepEqual(await opened(place), { said: [building], page: 'build 1' })
  assert.deepEqual(await opened(place), { said: [], page: 'build 1' })
})

for (const [what, path, expected] of [
  ['a source', 'shell/shell.tsx', 2],
  ['what it depends on', '../package-lock.json', 2],
  ['a test', 'shell/shell.test.ts', 1],
  ['a browser test', 'findings.browser.ts', 1],
] as const)
  test(`it is ${expected === 2 ? '' : 'not '}built again when ${what} has changed`, async () => {
    const place = workshop()
    await opened(place)
    changeAt(join(place.sources, path), 5)
    assert.equal((await opened(place)).page, `build ${expected}`)
  })

test('two that start at once both serve it, and leave one', async () => {
  const place = workshop()
  const both = await Promise.all([opened(place), opened(place), opened(place)])
  for (const { said, page } of both) {
    assert.deepEqual(said, [building])
    assert.match(page ?? '', /^build [123]$/)
  }
  assert.deepEqual(readdirSync(place.sources).toSorted(), ['dist', 'main.tsx', 'shell'])
  assert.match(readFileSync(join(place.sources, 'dist/index.html'), 'utf8'), /^build [123]$/)
})

test('a release serves the app that it has, without sources to build it from', async () => {
  const place = workshop()
  rmSync(place.sources, { recursive: true })
  assert.deepEqual(await opened(place), {
    said: [
      `Serving the API without the web app, which could not be read: ENOENT: no such file or directory, scandir '${join(place.sources, 'dist')}'`,
    ],
    page: undefined,
  })
  mkdirSync(join(place.sources, 'dist'), { recursive: true })
  await pageOf(join(place.sources, 'dist'), 7)
  assert.deepEqual(await opened(place), { said: [], page: 'build 7' })
  assert.equal(place.builds, 0)
})

test('a build that fails says why, leaves nothing behind, and the API is served without it', async () => {
  const place = workshop(async () => {
    throw new Error('vite build ended with 1: shell.tsx: Unexpected token')
  })
  assert.deepEqual(await opened(place), {
    said: [
      building,
      'Serving the API without the web app, which could not be built: vite build ended with 1: shell.tsx: Unexpected token',
    ],
    page: undefined,
  })
  assert.deepEqual(readdirSync(place.sources).toSorted(), ['main.tsx', 'shell'])
})

test('a build that fails does not take away the one before it', async () => {
  const place = workshop(async (folder, n) => {
    if (n > 1) throw new Error('no')
    await pageOf(folder, n)
  })
  await opened(place)
  changeAt(join(place.sources, 'main.tsx'), 5)
  assert.equal((await opened(place)).page, undefined)
  assert.equal(readFileSync(join(place.sources, 'dist/index.html'), 'utf8'), 'build 1')
})

test('a build without a page is a failed one', async () => {
  const { said, page } = await opened(workshop(async () => {}))
  assert.equal(page, undefined)
  assert.match(said[1] ?? '', /does not contain index\.html/)
})
