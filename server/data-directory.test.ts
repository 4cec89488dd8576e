import { match, equal, throws, deepEqual } from 'node:assert/strict'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { isOpenToOthers, openDataDirectory } from './data-directory.ts'

function folder(context: TestContext): string {
  const umask = process.umask()
  const path = mkdtempSync(join(tmpdir(), 'plumbline-data-'))
  context.after(() => {
    process.umask(umask)
    rmSync(path, { recursive: true })
  })
  return path
}
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

test('a directory that is missing is created for its user alone, and so is what is written later', (context) => {
  const directory = join(folder(context), 'data')
  openDataDirectory(directory)
  writeFileSync(join(directory, 'file'), '', { mode: 0o666 })
  deepEqual([modeOf(directory), modeOf(join(directory, 'file'))], ['700', '600'])
})

test('files that other users could open are made private, however deep, and executable ones stay so', (context) => {
  const directory = folder(context)
  process.umask(0)
  mkdirSync(join(directory, 'database/base/5'), { recursive: true, mode: 0o755 })
  writeFileSync(join(directory, 'database/base/5/1259'), '', { mode: 0o666 })
  writeFileSync(join(directory, 'run'), '', { mode: 0o755 })
  openDataDirectory(directory)
  const modes = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => [
    path,
    modeOf(join(directory, path)),
  ])
  deepEqual(Object.fromEntries(modes), {
    database: '700',
    'database/base': '700',
    'database/base/5': '700',
    'database/base/5/1259': '600',
    run: '700',
  })
})

test('what a link points to keeps its permissions', (context) => {
  const [outside, directory] = [folder(context), folder(context)]
  chmodSync(outside, 0o755)
  symlinkSync(outside, join(directory, 'reports'))
  openDataDirectory(directory)
  equal(modeOf(outside), '755')
})

test('a directory that is itself open keeps its mode, which is for its owner to change', (context) => {
  const directory = folder(context)
  equal(isOpenToOthers(directory), false)
  chmodSync(directory, 0o755)
  openDataDirectory(directory)
  equal(modeOf(directory), '755')
  equal(isOpenToOthers(directory), true)
})

test('files whose permissions cannot be changed are refused', {
  skip: process.platform !== 'linux',
}, () => {
  // The kernel refuses every user to change the mode of these.
  equal(statSync('/proc/self/fdinfo').isDirectory(), true)
  throws(
    () => openDataDirectory('/proc/self/fdinfo'),
    ({ name, message }: Error) => {
      equal(name, 'BadSetting')
      match(
        message,
        /^(Other users of this machine can open \/proc\/self\/fdinfo\/\d+, and its |DATA_DIR cannot be used)/,
      )
      return true
    },
  )
})
