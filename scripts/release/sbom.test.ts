import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billOfMaterials } from './sbom.ts'
import { billProblems } from './testing/bill-schema.ts'

const shared = { version: '1.0.0', text: '', notice: '', source: 'https://example.com/x' }
const subject = { name: '@plumbline/cli', version: '0.1.0', license: 'Apache-2.0' }
const bill = (license: string): unknown =>
  JSON.parse(
    billOfMaterials({
      ...subject,
      components: [
        { ...shared, name: '@scope/one', license },
        {
          ...shared,
          name: 'libc6',
          license: 'LicenseRef-Debian',
          purl: 'pkg:deb/debian/libc6@2.36',
        },
      ],
    }),
  )

for (const license of ['MIT', '(MIT OR Apache-2.0)', 'LicenseRef-Debian'])
  test(`a bill of materials with the license ${license} is valid CycloneDX`, () =>
    assert.deepEqual(billProblems(bill(license)), []))

test('a bill of materials with an unknown license is invalid', () => {
  assert.match(billProblems(bill('Unknown-1.0')).join('\n'), /licenses\/0\/license\/id must be/)
})
