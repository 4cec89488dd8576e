import { equal, notEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrations } from './migrate.ts'
import { shippedTemplate, templateName } from './template.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-template-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a template of other migrations, or of another text of one, is ignored', () => {
  const [first, ...others] = migrations()
  if (!first) throw new Error('There are no migrations.')
  const changed = templateName([{ ...first, checksum: 'another' }, ...others])
  const fewer = templateName(others)
  for (const name of [changed, fewer]) {
    notEqual(name, templateName())
    writeFileSync(join(folder, name), '')
    equal(shippedTemplate(folder), null)
  }
  writeFileSync(join(folder, templateName()), '')
  equal(shippedTemplate(folder), join(folder, templateName()))
})

test('a clone has no template', () => {
  equal(shippedTemplate(), null)
})
