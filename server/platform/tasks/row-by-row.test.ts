import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../log.ts'
import { DatabaseError } from '../db/index.ts'
import { rowByRow } from './row-by-row.ts'

test('rows that fail hold up none of the others, and are tried again later', async () => {
  const failing = Array.from({ length: 45 }, (_, at) => `bad ${at}`)
  let waiting = [...failing, 'good 1', 'good 2']
  const done: string[] = []
  const lines: Facts[] = []
  const error = (_event: string, facts: Facts = {}): void => void lines.push(facts)
  let now = 0
  const sweep = rowByRow<string>(
    {
      failed: 'row was not done',
      find: async (most) => waiting.slice(0, most),
      ids: (row) => ({ row }),
      async work(row) {
        if (row.startsWith('bad')) throw new Error('not now')
        done.push(row)
        waiting = waiting.filter((one) => one !== row)
      },
    },
    { info() {}, warn() {}, error },
    () => now,
  )
  for (let turn = 0; turn < 3; turn += 1) await sweep()
  deepEqual(done, ['good 1', 'good 2'])
  equal(lines.length, 45)
  now += 60_000
  await sweep()
  equal(lines.length, 65, 'the first of them again')
})

test('a row that failed because the database is unavailable for a while is a warning', async () => {
  const codes: Record<string, string> = { locked: '55P03', full: '53100', wrong: '42601' }
  const lines: string[] = []
  const line =
    (level: string) =>
    (_event: string, facts: Facts = {}): void =>
      void lines.push(`${level} ${String(facts['row'])}`)
  await rowByRow<string>(
    {
      failed: 'row was not done',
      find: async () => Object.keys(codes),
      ids: (row) => ({ row }),
      async work(row) {
        throw new DatabaseError('refused', codes[row])
      },
    },
    { info: line('info'), warn: line('warn'), error: line('error') },
  )()
  deepEqual(lines, ['warn locked', 'error full', 'error wrong'])
})
