import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { componentsOf, licenseTexts } from './components.ts'
import { billOfMaterials } from './sbom.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-components-'))
after(() => rmSync(root, { recursive: true, force: true }))

function addPackage(name: string, manifest: object, license?: string): string {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version: '1.2.3', ...manifest }),
  )
  if (license) writeFileSync(join(folder, 'LICENSE.md'), license)
  return join(folder, 'dist/index.js')
}

const one = addPackage('@scope/one', { license: 'MIT', repository: 'scope/one' }, 'Text of MIT')
const two = addPackage('two', { license: '(MIT OR Apache-2.0)' }, 'Text of MIT\n')
const bare = addPackage('bare', {
  license: 'ISC',
  author: { name: 'Bare Authors' },
  repository: { url: 'git+https://github.com/bare/bare.git' },
})

test('a component is listed once, with the text, the notice and the source of its license', () => {
  const components = componentsOf(root)
  components.addModules([one, `${one}/other.js`, two, join(root, 'server/index.ts')])
  components.addModules([bare, '\0rolldown/runtime.js'])
  const list = components.list()
  assert.deepEqual(
    list.map(({ name, version, license, source }) => [name, version, license, source]),
    [
      ['@scope/one', '1.2.3', 'MIT', 'https://github.com/scope/one'],
      ['bare', '1.2.3', 'ISC', 'https://github.com/bare/bare'],
      ['two', '1.2.3', '(MIT OR Apache-2.0)', ''],
    ],
  )
  const text = licenseTexts(list)
  assert.equal(text.match(/Text of MIT/g)?.length, 1)
  assert.match(text, /bare 1\.2\.3, ISC, Copyright Bare Authors, https:\/\/github\.com\/bare\/bare/)
  assert.match(text, /Permission to use, copy, modify/)
})

for (const [license, sentence] of [
  ['GPL-3.0-only', /refused has the license "GPL-3.0-only", which is not on the list/],
  ['MIT AND SSPL-1.0', /"MIT AND SSPL-1.0"/],
  ['', /has the license ""/],
  ['BSD-3-Clause', /refused has no text of its license/],
] as const)
  test(`a package under "${license}" without a text ends the bundle`, () => {
    const module = addPackage('refused', { license })
    assert.throws(() => componentsOf(root).addModules([module]), sentence)
  })

test('the same components give the same bill of materials, and others give another number', () => {
  const components = componentsOf(root)
  components.addModules([one, bare])
  const subject = { name: '@plumbline/cli', version: '0.1.0', license: 'Apache-2.0' }
  const bill = billOfMaterials({ ...subject, components: components.list() })
  assert.equal(bill, billOfMaterials({ ...subject, components: components.list() }))
  const { serialNumber, components: listed } = JSON.parse(bill)
  assert.match(
    serialNumber,
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
  assert.equal(listed[0].purl, 'pkg:npm/%40scope/one@1.2.3')
  components.addModules([two])
  const other = billOfMaterials({ ...subject, components: components.list() })
  assert.notEqual(JSON.parse(other).serialNumber, serialNumber)
})
