import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { writeChart } from './outputs.ts'
import { untar } from './tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-chart-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('the packed chart has its files in a folder with its name, and the same bytes each time', async () => {
  const { name, sha256 } = await writeChart(folder, { version: '1.2.3' })
  assert.equal(name, 'plumbline-chart-1.2.3.tgz')
  const entries = await untar(gunzipSync(readFileSync(join(folder, name))))
  const paths = entries.map(({ path }) => path)
  for (const path of ['Chart.yaml', 'values.yaml', 'values.schema.json', 'templates/NOTES.txt'])
    assert.ok(paths.includes(`plumbline/${path}`), path)
  assert.ok(paths.every((path) => path === 'plumbline' || path.startsWith('plumbline/')))
  assert.equal((await writeChart(folder, { version: '1.2.3' })).sha256, sha256)
})
