import { deepEqual } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Style sheets share one namespace: of two classes with the same name, the one loaded last applies. */
test('no class is styled by the sheets of two folders', () => {
  const folders = new Map<string, Set<string>>()
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.css') && !/^(dist|node_modules)/.test(path),
  )
  for (const path of sheets) {
    const text = readFileSync(join(root, path), 'utf8')
    // Rules at the first level of a layer that apply to the class itself.
    for (const [, name = ''] of text.matchAll(/^ {2}\.([\w-]+)(?=,| {$)/gm)) {
      const of = folders.get(name) ?? new Set()
      folders.set(name, of.add(path.split('/')[0] ?? ''))
    }
  }
  const shared = [...folders].filter(([, of]) => of.size > 1)
  deepEqual(
    shared.map(([name, of]) => `${name}: ${[...of].join(', ')}`),
    [],
  )
})
