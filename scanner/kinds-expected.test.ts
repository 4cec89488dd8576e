// For every provider type: the findings of its small fixture are those in a file, which `PLUMBLINE_EXPECTED=write npm
// test scanner/kinds-expected` rewrites.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import {
  expectedFindings,
  findingLine,
  kindsUnderTest,
  scanned,
  seenFindings,
} from './testing/kinds/index.ts'

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  test(`${type}: a scan of the small fixture ends with the expected findings`, async (t) => {
    const fixture = await kind.startSmall()
    t.after(() => fixture.close())
    const { findings } = await scanned(kind, fixture)
    const lines = seenFindings(type, findings.map(findingLine).toSorted())
    deepEqual(lines, expectedFindings(type))
  })
}
