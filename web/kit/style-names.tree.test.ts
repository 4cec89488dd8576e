import { deepEqual } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Style sheets are one namespace: what two of them call the same looks like whichever was loaded last. */
test('no class is styled by the sheets of two folders', () => {
  const folders = new Map<string, Set<string>>()
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.css') && !/^(dist|node_modules)/.test(path),
  )
  for (const path of sheets) {
    const text = readFileSync(join(root, path), 'utf8')
    // Rules at the first level of a layer that are about the class itself.
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
