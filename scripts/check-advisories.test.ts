import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { judgeAdvisories, remediationDays } from './check-advisories.ts'

const root = join(import.meta.dirname, '..')
const url = 'https://github.com/advisories/GHSA-test'
const now = Date.parse('2026-11-22T12:00:00Z')
/** As npm prints it: the package itself, and one that depends on it. */
const report = (severity: string): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      inner: {
        name: 'inner',
        severity,
        via: [{ source: 1, name: 'inner', title: 'A hole', url, severity, range: '<2' }],
      },
      outer: { name: 'outer', severity, via: ['inner'] },
    },
    metadata: {},
  })

test('the security page states the time limits that the check of dependencies uses', () => {
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const documented = [...page.matchAll(/^\| (critical|high|moderate|low) \| (\d+) days \|/gm)]
  assert.deepEqual(
    Object.fromEntries(documented.map(([, severity, days]) => [severity, Number(days)])),
    remediationDays,
  )
})

test('an unknown advisory for a dependency fails', () => {
  const { asked, problems } = judgeAdvisories(report('low'), [], now)
  assert.equal(asked, true)
  assert.deepEqual(problems, [`inner: A hole (low, ${url}) is not in scripts/advisories.ts.`])
})

for (const [severity, days] of Object.entries(remediationDays)) {
  test(`a known ${severity} hole may stay for ${days} days and no longer`, () => {
    const at = (ago: number): ReturnType<typeof judgeAdvisories> => {
      const since = new Date(now - ago * 86_400_000).toISOString().slice(0, 10)
      return judgeAdvisories(report(severity), [{ url, since, why: 'no fixed version yet' }], now)
    }
    assert.deepEqual(at(days - 1).problems, [])
    assert.equal(at(days - 1).notes.length, 1)
    assert.equal(at(days).problems.length, 1)
    assert.match(at(days).problems[0] ?? '', new RegExp(`known for more than ${days} days`))
  })
}

test('an entry with a day that is none, and a severity that is none, allow nothing', () => {
  const entry = (since: string) => [{ url, since, why: 'x' }]
  assert.equal(judgeAdvisories(report('high'), entry('soon'), now).problems.length, 1)
  assert.equal(judgeAdvisories(report('awful'), entry('2026-11-22'), now).problems.length, 1)
})

test('a hole that was mended leaves the list', () => {
  const none = JSON.stringify({ vulnerabilities: {}, metadata: {} })
  assert.deepEqual(judgeAdvisories(none, [], now), { asked: true, problems: [], notes: [] })
  const over = judgeAdvisories(none, [{ url, since: '2026-11-22', why: 'x' }], now)
  assert.match(over.problems[0] ?? '', /is mended/)
})

test('a response that is not a report counts as a failed request, never as no advisories', () => {
  const printed = ['', 'npm error', '{"message":"405","statusCode":405}', '[]', 'null']
  for (const text of printed) assert.equal(judgeAdvisories(text, [], now).asked, false, text)
})

test('every complete run requests advisories, and continues without them only if no server is reachable', () => {
  const ci = readFileSync(join(root, '.ci/run'), 'utf8')
  assert.match(ci, /^npm run advisories \|\| \[ "\$\?" = 2 \]$/m)
})
