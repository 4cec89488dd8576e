import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { isBuiltin, readImports } from './imports.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

/** Orchestrators run it every few seconds in each container. */
test('plumbline health loads the settings, and neither the server nor a library', () => {
  const early = readImports(root, sourceFiles(root, ['ts'])).filter(
    ({ isLate, isTypeOnly }) => !isLate && !isTypeOnly,
  )
  const reached = new Set(['cli/main.ts', 'cli/health.ts'])
  const libraries = new Set<string>()
  for (const from of reached)
    for (const one of early) {
      if (one.from !== from) continue
      if (one.to) reached.add(one.to)
      else if (!isBuiltin(one.specifier)) libraries.add(one.specifier)
    }
  assert.ok(reached.has('server/settings.ts'))
  assert.deepEqual([...libraries], [])
  const unexpected = [...reached].filter(
    (path) => !/^(cli\/|scanner\/kit\/|server\/[\w-]+\.ts$)/.test(path),
  )
  assert.deepEqual(unexpected, [])
  assert.ok(!reached.has('server/index.ts'))
})
