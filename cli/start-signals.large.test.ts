/** SIGTERM at each step of the start on a new embedded database: the process ends in order, and the next one starts. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { asProcessOne, eventually, hasNamespaces } from '@plumbline/server/testing'
import { type Command, commandsWith, prints } from './testing/command.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-start-'))
const { plumbline, end } = commandsWith({ WEB_APP: 'false' })
after(async () => {
  await end()
  rmSync(root, { recursive: true, force: true })
})

/** Files appear for a moment only: each look is cheap. */
const appears = (path: string): Promise<true> =>
  eventually(`${path} appears`, () => existsSync(path), 5)

const steps: readonly (readonly [
  step: string,
  reached: (command: Command, dataDir: string) => Promise<unknown>,
])[] = [
  ['has printed its first line', (command) => prints(command, /Plumbline is starting …\n/)],
  ['opens the database', (command) => prints(command, /: opening the embedded database/)],
  ['has locked the directory', (_command, dataDir) => appears(join(dataDir, 'holder.json'))],
  ['makes the database', (_command, dataDir) => appears(join(dataDir, 'database.new'))],
  [
    'has written a part of it',
    (_command, dataDir) => appears(join(dataDir, 'database.new', 'PG_VERSION')),
  ],
  ['migrates the database', (_command, dataDir) => appears(join(dataDir, 'database'))],
  ['serves', (command) => prints(command, /Serving /)],
]

/** Sends SIGTERM to a start that has reached a step. */
async function stopped(
  dataDir: string,
  reached: (command: Command, dataDir: string) => Promise<unknown>,
  within: readonly string[] = [],
): Promise<void> {
  const command = plumbline(['serve'], { DATA_DIR: dataDir }, within)
  await reached(command, dataDir)
  const pid = command.child.pid ?? 0
  const children = within.length > 0 && readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  process.kill(Number(children || pid), 'SIGTERM')
  assert.equal(await command.status, 0, command.error())
  assert.match(command.out(), /Stopping …\n/)
  assert.equal(command.error(), '')
}

test('a start that gets a signal after any of its steps ends with 0, and the next one goes on from there', async (context) => {
  const dataDir = join(root, 'data')
  for (const [step, reached] of steps)
    await context.test(`when it ${step}`, () => stopped(dataDir, reached))
  await context.test('when it opens an existing database', () =>
    stopped(dataDir, () => appears(join(dataDir, 'holder.json'))),
  )
  const last = plumbline(['serve'], { DATA_DIR: dataDir })
  await prints(last, /Serving /)
})

test('process 1 of a container ends in the same way while it makes its database', async (context) => {
  if (!hasNamespaces(context)) return
  const dataDir = join(root, 'container')
  await stopped(dataDir, () => appears(join(dataDir, 'database.new')), asProcessOne)
  await stopped(dataDir, (command) => prints(command, /Serving /), asProcessOne)
})
