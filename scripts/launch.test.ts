import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

const launcher = join(import.meta.dirname, 'launch.cjs')

/** A program to launch; it says that it runs, and takes its time to end. */
function program(context: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-launch-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'program.ts')
  writeFileSync(path, text)
  return path
}

const waits = `
  process.on('SIGTERM', () => { console.log('told to stop'); process.exit(7) })
  setTimeout(() => {}, 60_000)
  console.log('running')`

test('a program runs on Node 24 with its arguments, and its status comes back', (context) => {
  const path = program(
    context,
    `const version: string = process.versions.node
    console.log(version.split('.')[0], process.argv.slice(2).join(' '))
    process.exitCode = 3`,
  )
  const { status, stdout } = spawnSync(process.execPath, [launcher, path, 'a', '--b'])
  assert.equal(status, 3)
  const [major, ...rest] = stdout.toString().trim().split(' ')
  assert.ok(Number(major) >= 24)
  assert.deepEqual(rest, ['a', '--b'])
})

test('a signal reaches the program, and the status is the program’s own', async (context) => {
  const child = spawn(process.execPath, [launcher, program(context, waits)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  child.stdout.on('data', (part: Buffer) => {
    said.push(part.toString())
    if (said.length === 1) child.kill('SIGTERM')
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  assert.equal(status, 7)
  assert.match(said.join(''), /told to stop/)
})

test('when npm and its shell are killed, the program is told to stop', async (context) => {
  const path = program(context, waits)
  // A shell that does not become the launcher, as npm's does not.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${launcher}" "${path}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  shell.stdout.on('data', (part: Buffer) => {
    said.push(part.toString())
    if (said.length === 1) shell.kill('SIGKILL')
  })
  // The pipe closes once the last of them is gone.
  await new Promise((resolve) => shell.stdout.on('close', resolve))
  assert.match(said.join(''), /told to stop/)
})
