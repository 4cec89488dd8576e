import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { longestTransactions, noteTransactions } from './test-transactions.ts'

test('the longest transactions are listed, in milliseconds of the reference machine', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-transactions-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'transactions')
  assert.deepEqual(longestTransactions(path, 1), [])
  noteTransactions(path, 'a.test.ts', [{ ms: 30, statement: 'select 1' }])
  noteTransactions(path, 'b.test.ts', [
    { ms: 500, statement: 'insert into scans' },
    { ms: 20, statement: 'select 2' },
  ])
  const [, ...rows] = longestTransactions(path, 2, 2)
  assert.deepEqual(rows, [
    '     250  b.test.ts: insert into scans',
    '      15  a.test.ts: select 1',
  ])
})
