import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignWrites } from './check-owners.ts'

const tables = [
  { name: 'findings', owner: 'recording' },
  { name: 'scans', owner: 'scans' },
]
const found = (path: string, text: string): string[] => foreignWrites([{ path, text }], tables)

const foreign = [
  'await tx.run(sql`update findings f set muted = true`)',
  'await tx.run(sql`\n    insert into findings (id)`)',
  'delete\n  from findings where true',
  "deleteSome(tx, 'findings', sql`true`)",
]

test('a statement that writes the table of another module is named with its line', () => {
  for (const statement of foreign) {
    const [problem, ...more] = found('server/features/mutes/store.ts', `const a = 1\n${statement}`)
    assert.match(
      problem ?? '',
      /^server\/features\/mutes\/store\.ts:[23] writes findings, which recording owns\.$/,
    )
    assert.deepEqual(more, [])
  }
})

test('owners, readers and tests are left alone', () => {
  for (const statement of foreign) {
    assert.deepEqual(found('server/features/recording/record.ts', statement), [])
    assert.deepEqual(found('server/features/mutes/mutes.test.ts', statement), [])
    assert.deepEqual(found('server/features/mutes/testing/plant.ts', statement), [])
  }
  assert.deepEqual(found('server/features/mutes/store.ts', 'select from findings'), [])
  assert.deepEqual(found('server/features/mutes/store.ts', '// update nothing'), [])
})
