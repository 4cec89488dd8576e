import { deepEqual, ok } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Calls that have no keyboard equivalent, or that move the focus without keys. */
const shortcuts =
  /\.(?:focus|click|fill|check|uncheck|selectOption|setInputFiles|dispatchEvent)\(|(?<!keyboard)\.press\(/g

test('tests “by keyboard” only press keys', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.browser.ts'),
  )
  const bodies = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/^test\(.*?^\}?\)$/gms)]
      .map(([body]) => body)
      .filter((body) => /^test\(\s*['"`][^\n]*\b(?:keyboard|keys only)\b/.test(body))
      .map((body) => ({ path, body }))
  })
  ok(bodies.length > 20)
  deepEqual(
    bodies.flatMap(({ path, body }) => (body.match(shortcuts) ?? []).map((call) => path + call)),
    [],
  )
})
