/** The image for this machine, run without a container engine. Needs root for that. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '@plumbline/server/testing'
import { freePort } from '../services.ts'
import { packageName } from './bundle.ts'
import { buildImage, imageArchive, imageRoot, imageUser } from './image.ts'
import { platforms } from './program.ts'
import { sourceOf } from './source.ts'
import { builtFile } from './testing/built.ts'
import { unpack } from './testing/unpacked.ts'
import { currentVersion } from './version.ts'

const bundle = join(process.env['PLUMBLINE_TEST_RELEASE'] ?? '', 'node_modules', packageName)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-image-'))
const started: ChildProcess[] = []
after(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const platform = platforms.find(({ name }) => name === `${process.platform}-${process.arch}`)
const built = builtFile(`${platform?.architecture}.oci.tar`)
/** Of the built image of a release, or of a new one. */
const order = built
  ? { bundle, version: currentVersion(join(import.meta.dirname, '../..')), ...sourceOf() }
  : { bundle, version: '1.2.3', revision: 'a'.repeat(40), created: new Date(0) }

async function archiveOf(): Promise<Buffer> {
  assert.ok(platform)
  return imageArchive([await buildImage(order, platform)], order)
}

const archive = built?.bytes ?? (await archiveOf())
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

const isPermitted = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0
const skip = !isPermitted && process.env['CI'] === undefined && 'This user may not unshare.'

test('the image becomes ready with a read-only root as process 1, is checked, and ends with 0 at SIGTERM', {
  skip,
}, async () => {
  const [root, data] = ['root', 'data'].map((name) => join(folder, name)) as [string, string]
  unpack(files, root)
  mkdirSync(data)
  chownSync(data, imageUser, imageUser)
  const port = String(await freePort())
  const run = (...args: string[]): ChildProcess => {
    const child = spawn(join(import.meta.dirname, 'run-image.sh'), [root, data, ...args], {
      env: { PATH: process.env['PATH'], IMAGE_PORT: port, IMAGE_LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    return child
  }
  const server = run('serve')
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (part: Buffer) => void (said += part.toString()))
  const ended = new Promise((resolve) => server.once('close', resolve))
  await eventually('the image serves', async () => {
    assert.equal(server.exitCode, null, said)
    return said.includes('Serving http:')
  })
  const check = run('health', '--ready')
  assert.equal(await new Promise((resolve) => check.once('close', resolve)), 0)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  assert.match(await page.text(), /<!doctype html>/)
  const processes = spawnSync('pgrep', ['--parent', String(server.pid)], { encoding: 'utf8' })
  const first = Number(processes.stdout.trim())
  assert.match(readFileSync(`/proc/${first}/status`, 'utf8'), /^NSpid:\t\d+\t1$/m)
  assert.match(readFileSync(`/proc/${first}/status`, 'utf8'), /^NoNewPrivs:\t1$/m)
  process.kill(first, 'SIGTERM')
  assert.equal(await ended, 0, said)
  assert.match(said, /Stopping …\n$/)
})
