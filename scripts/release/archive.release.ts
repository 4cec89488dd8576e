/** The archive for this machine, on a machine without Node. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { type Archive, buildArchive } from './archive.ts'
import { packageName } from './bundle.ts'
import { type Platform, platforms } from './program.ts'
import { builtFile } from './testing/built.ts'
import { unpack } from './testing/unpacked.ts'
import { untar } from './tree.ts'

const bundle = join(process.env['PLUMBLINE_TEST_RELEASE'] ?? '', 'node_modules', packageName)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-archive-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The built archive of a release, or a new one. */
async function archiveOf(platform: Platform): Promise<Pick<Archive, 'bytes' | 'name'>> {
  const built = builtFile(`${platform.name}.tar.gz`)
  const order = { bundle, version: '0.0.0', created: new Date(0) }
  return built ?? buildArchive(order, platform)
}

const platform = platforms.find(({ name }) => name === `${process.platform}-${process.arch}`)
const skip = platform?.node === undefined && 'There is no archive with Node for this machine.'

test('the unpacked archive scans without Node on the path, also through a link', {
  skip,
}, async () => {
  assert.ok(platform)
  const { bytes, name } = await archiveOf(platform)
  assert.ok(bytes.length < 70e6, `${bytes.length} bytes`)
  unpack(await untar(gunzipSync(bytes)), folder)
  const command = join(folder, 'plumbline')
  symlinkSync(join(name.replace('.tar.gz', ''), 'bin/plumbline'), command)
  const { status, stdout, stderr } = spawnSync(command, ['demo', '--only', 'okta', '--exit'], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0' },
  })
  assert.equal(stderr, '')
  assert.equal(status, 0)
  assert.match(stdout, /^Okta: assessed 28 of 29 checks/m)
})
