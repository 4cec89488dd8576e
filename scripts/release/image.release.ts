/** The image for this machine, run without a container engine. Needs root for that. */
import assert from 'node:assert/strict'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '@plumbline/server/testing'
import { freePort } from '../services.ts'
import { buildImage, imageArchive, imageRoot, imageUser } from './image.ts'
import { Container } from './testing/container.ts'
import { builtImage, bundle, cannotRun, order, platform } from './testing/image.ts'
import { unpack } from './testing/unpacked.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-image-'))
const started: Container[] = []
after(() => {
  for (const container of started) container.kill()
  rmSync(folder, { recursive: true, force: true })
})

const archiveOf = async (): Promise<Buffer> =>
  imageArchive([await buildImage(order, platform())], order)

const archive = builtImage?.bytes ?? (await archiveOf())
const { config, files } = await imageRoot(archive)

test('an image of the same files has the same bytes', async () => {
  assert.ok(archive.equals(await archiveOf()))
})

test('an image runs as its own user, has no shell, and nothing in it can be changed by that user', () => {
  assert.equal(config.User, `${imageUser}:${imageUser}`)
  assert.ok(config.Env.includes('DATA_DIR=/data'))
  const writable = files.filter(
    ({ path, mode, owner, link }) =>
      link === undefined &&
      path !== 'tmp' &&
      path !== 'data' &&
      (owner !== 0 || (mode & 0o022) !== 0),
  )
  assert.deepEqual(writable, [])
  assert.deepEqual(
    files.filter(({ mode }) => (mode & 0o6000) !== 0),
    [],
  )
  const programs = files.filter(({ mode, content }) => content && (mode & 0o111) !== 0)
  assert.deepEqual(
    programs.map(({ path }) => path).filter((path) => !path.startsWith('usr/lib/')),
    ['usr/local/bin/node', 'opt/plumbline/bin/plumbline.cjs'],
  )
})

test('the image has the bundle, byte for byte', () => {
  const found = new Map(files.map(({ path, content }) => [path, content]))
  const names = readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(bundle.length + 1))
  for (const name of names) {
    const content = found.get(`opt/plumbline/${name}`)
    assert.ok(content && readFileSync(join(bundle, name)).equals(content), name)
  }
  assert.ok(names.length > 300)
})

test('the image becomes ready with a read-only root as process 1, is checked, and ends with 0 at SIGTERM', {
  skip: cannotRun,
}, async () => {
  const [root, data] = ['root', 'data'].map((name) => join(folder, name)) as [string, string]
  unpack(files, root)
  mkdirSync(data)
  chownSync(data, imageUser, imageUser)
  const port = String(await freePort())
  const run = (...command: string[]): Container => {
    const environment = { PORT: port, LOG_LEVEL: 'warn' }
    const container = new Container({ root, data, command, environment })
    started.push(container)
    return container
  }
  const server = run('serve')
  await eventually('the image serves', () => {
    assert.ok(server.isRunning, server.printed)
    return server.printed.includes('Serving http:')
  })
  assert.equal(await run('health', '--ready').ended, 0)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  assert.match(await page.text(), /<!doctype html>/)
  const status = readFileSync(`/proc/${server.firstProcess}/status`, 'utf8')
  assert.match(status, /^NSpid:\t\d+\t1$/m)
  assert.match(status, /^NoNewPrivs:\t1$/m)
  assert.equal(await server.stop(45), 0, server.printed)
  assert.match(server.printed, /Stopping …\n$/)
})
