import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Layer } from '../layers.ts'
import { brokenLayers, cycles } from './check-layers.ts'
import { type Import, importsOf } from './imports.ts'

const layers: readonly Layer[] = [
  { modules: 'scripts' },
  { modules: 'cli web', apart: true },
  { modules: 'server/main.ts' },
  { in: 'server/features/', modules: 'scans findings', door: true },
  { in: 'server/platform/', modules: 'http db' },
  { in: 'scanner/', modules: 'testing index.ts' },
  { in: 'scanner/', modules: 'engine providers/*', apart: true },
  { in: 'scanner/', modules: 'kit', bare: true },
  { modules: 'sse jsonapi', apart: true, bare: true },
]
const doors = new Map([
  ['@plumbline/jsonapi', 'jsonapi/index.ts'],
  ['@plumbline/server', 'server/main.ts'],
  ['@plumbline/server/progress', 'server/features/scans/streams.ts'],
  ['@plumbline/scanner/testing', 'scanner/testing/index.ts'],
])

const importing = (files: Readonly<Record<string, string>>): Import[] =>
  Object.entries(files).flatMap(([path, text]) => importsOf(path, text, doors))

/** The complaints of the check about one file that imports another. */
function complaints(from: string, specifier: string): string[] {
  const imports = importing({ [from]: `import { x } from '${specifier}'\n` })
  const paths = [from, ...imports.flatMap(({ to }) => to ?? []), 'scanner/providers/gcp/index.ts']
  return brokenLayers(layers, paths, imports)
}

const allowed: readonly (readonly [string, string])[] = [
  ['scripts/bench.ts', '../server/features/findings/testing/player.ts'],
  ['cli/main.ts', '@plumbline/server'],
  ['cli/demo.ts', '@plumbline/server/progress'],
  ['cli/demo.ts', '@plumbline/scanner/testing'],
  ['server/main.ts', './features/scans/index.ts'],
  ['server/features/scans/store.ts', '../findings/index.ts'],
  ['server/features/scans/store.ts', './rules.ts'],
  ['server/features/scans/store.ts', '../../platform/db/sql.ts'],
  ['server/platform/http/server.ts', '../db/index.ts'],
  ['server/platform/db/database.ts', '@plumbline/jsonapi'],
  ['server/platform/db/database.ts', 'pg'],
  ['server/platform/db/database.test.ts', '../../main.ts'],
  ['server/testing/world.ts', '../main.ts'],
  ['scanner/scan.test.ts', './testing/index.ts'],
  ['scanner/providers/aws/s3/collect.ts', '../session.ts'],
  ['scanner/providers/aws/s3/collect.ts', '../../../kit/index.ts'],
  ['sse/hub.ts', 'node:crypto'],
  ['sse/hub.test.ts', 'eventsource-parser'],
]
const planted: readonly (readonly [string, string, RegExp])[] = [
  ['server/platform/db/database.ts', '../../features/scans/index.ts', /looks up/],
  ['server/platform/db/database.ts', '../http/index.ts', /looks up/],
  ['server/features/findings/merge.ts', '../scans/index.ts', /looks up/],
  ['server/features/scans/tasks.ts', '../findings/store.ts', /goes around .*index\.ts/],
  ['server/features/scans/tasks.ts', '../../main.ts', /looks up/],
  ['scanner/engine/plan.ts', '../providers/aws/index.ts', /do not know each other/],
  ['scanner/providers/aws/session.ts', '../gcp/index.ts', /do not know each other/],
  ['scanner/providers/aws/session.ts', '../../engine/index.ts', /do not know each other/],
  ['scanner/kit/check.ts', '../engine/index.ts', /looks up/],
  ['scanner/kit/check.ts', 'undici', /no packages/],
  ['jsonapi/query.ts', 'zod', /no packages/],
  ['cli/main.ts', '../web/index.ts', /another workspace/],
  ['server/main.ts', '../jsonapi/index.ts', /another workspace/],
  ['scripts/bench.ts', '../server/features/findings/store.ts', /goes around/],
  ['sse/hub.ts', './testing/world.ts', /for tests only/],
  ['sse/hub.test.ts', '@plumbline/server', /out of its workspace/],
  ['sse/hub.test.ts', '@plumbline/jsonapi', /out of its workspace/],
  ['server/shared/text.ts', 'node:fs', /belongs to no module/],
]

test('an import that looks down, or right, or stays at home is allowed', () => {
  for (const [from, specifier] of allowed) {
    assert.deepEqual(complaints(from, specifier), [], `${from} → ${specifier}`)
  }
})

test('a planted import that breaks the layers is named with its line', () => {
  for (const [from, specifier, why] of planted) {
    const [first, ...more] = complaints(from, specifier)
    assert.match(first ?? `nothing about ${from} → ${specifier}`, why)
    assert.ok(first?.startsWith(from))
    assert.deepEqual(more, [])
  }
})

test('every way to write an import is seen, and an example in a comment is not', () => {
  const text = [
    `import type { A } from './a.ts'`,
    `import {`,
    `  b,`,
    `} from './b.ts'`,
    `export * from './c.ts'`,
    `import './d.ts'`,
    `// import './no.ts'`,
    `/** import { x } from './no.ts' */`,
    `const e = await import('./e.ts')`,
    `new Worker(new URL('./f.ts', import.meta.url))`,
    `import g, { type G } from "./g.ts"`,
  ].join('\n')
  const seen = importsOf('module/x.ts', text, doors)
  const found = seen.map(({ to, line }) => `${to}:${line}`).toSorted()
  assert.deepEqual(found, [
    'module/a.ts:1',
    'module/b.ts:2',
    'module/c.ts:5',
    'module/d.ts:6',
    'module/e.ts:9',
    'module/f.ts:10',
    'module/g.ts:11',
  ])
  assert.deepEqual(
    seen.filter(({ isTypeOnly }) => isTypeOnly).map(({ to }) => to),
    ['module/a.ts'],
  )
})

test('a planted circle is found; one of types, or closed later, is none', () => {
  const circle = { 'r/a.ts': `import './b.ts'`, 'r/b.ts': `import './c.ts'` }
  const closed = (last: string): string[][] => cycles(importing({ ...circle, 'r/c.ts': last }))
  assert.deepEqual(closed(`import './a.ts'`), [['r/a.ts', 'r/b.ts', 'r/c.ts']])
  assert.deepEqual(closed(`import './c.ts'`), [['r/c.ts']])
  assert.deepEqual(closed(`import type { A } from './a.ts'`), [])
  assert.deepEqual(closed(`const a = () => import('./a.ts')`), [])
})
