import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishing } from './publishing.ts'

const order = {
  version: '1.2.3',
  files: 'release/1.2.3',
  notes: 'release/notes-1.2.3.md',
  digest: 'sha256:ab',
}

test('users get a release only after it was read from another machine', () => {
  const titles = publishing(order).map(([title]) => title)
  assert.deepEqual(titles.slice(-2), ['Read them from another machine', 'Publish the release'])
  const visible = /latest|:1\.2\b|gh release|helm push/
  for (const [title, commands] of publishing(order))
    for (const command of commands)
      assert.equal(visible.test(command), title === 'Publish the release', command)
})
