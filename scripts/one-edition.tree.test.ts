import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

/** Patterns of code that requires a paid edition. */
const gate =
  /licen[cs]e_?(?:key|file|server|check|valid|tier)|\b(?:is|has|check|require|valid)\w*(?:licen[cs]e|enterprise|premium|entitle)\w*|\bentitlements?\b|\b(?:paid|pro|enterprise|premium)_?(?:plan|tier|edition|feature|only)\b|\bpaywall\b/i

test('there is one edition: no path asks for a licence or a plan', () => {
  for (const path of sourceFiles(root, ['ts', 'tsx', 'cjs', 'sql'])) {
    if (path.startsWith('scripts/one-edition')) continue
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    const found = lines.flatMap((line, at) =>
      gate.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
    )
    assert.deepEqual(found, [])
  }
})

test('every workspace is under the same licence', () => {
  const manifests = sourceFiles(root, ['json']).filter((path) => path.endsWith('package.json'))
  assert.ok(manifests.length > 6)
  for (const path of manifests) {
    const { license } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { license: string }
    assert.equal(license, 'Apache-2.0', path)
  }
})

test('a planted gate would be found, and words that only look like one are not', () => {
  for (const line of [
    `if (!hasLicense()) return`,
    `const tier = readLicenseKey()`,
    `requireEnterprise(tenant)`,
    `if (plan !== 'enterprise_plan')`,
    `throw forbidden('premiumOnly')`,
    `entitlements.has('reports')`,
  ]) {
    assert.match(line, gate)
  }
  for (const line of [
    `"license": "Apache-2.0"`,
    `const condition = proportion(planned)`,
    `isProvided`,
  ]) {
    assert.doesNotMatch(line, gate)
  }
})
