/** Random sequences of scans over two tenants, against the naive reference. */
import { after, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import { freshDatabase } from '../../testing/database.ts'
import { sequences } from '../../testing/findings-model/run.ts'

const base = await freshDatabase()
after(() => base.close())

test('versions say what a copy of every row per scan would say', () =>
  sequences(base, { count: isWhole ? 500 : 6 }))
