/** The bills of materials of the installed package and of each built file. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageName } from './bundle.ts'
import { billProblems } from './testing/bill-schema.ts'
import { builtFiles } from './testing/built.ts'

const installed = join(process.env['PLUMBLINE_TEST_RELEASE'] ?? '', 'node_modules', packageName)
const name = 'sbom.cdx.json'
const bills = [{ name, bytes: readFileSync(join(installed, name)) }, ...builtFiles('.cdx.json')]

for (const { name: bill, bytes } of bills)
  test(`${bill} is valid CycloneDX`, () =>
    assert.deepEqual(billProblems(JSON.parse(bytes.toString())), []))
