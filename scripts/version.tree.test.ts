import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { currentVersion, versionsIn } from './release/version.ts'

const root = join(import.meta.dirname, '..')

test('every file that names the version of Plumbline names that of package.json', () => {
  const found = versionsIn(root)
  const expected = [
    'cli/package.json',
    'package-lock.json',
    'ship/compose.yaml',
    'ship/compose.small.yaml',
    'ship/.env.example',
    'docs/operate/install.md',
    'ship/chart/Chart.yaml',
  ]
  for (const path of expected) assert.ok(found.has(path), `${path} names no version.`)
  for (const [path, versions] of found)
    assert.deepEqual(versions, [currentVersion(root)], `${path}: npm run release sets the version.`)
})
