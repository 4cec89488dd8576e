/** Random sequences of scans over two tenants, against the naive reference. */
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { sequences } from './testing/run.ts'

const base = await freshDatabase()
after(() => base.close())

test('versions tell what a copy of every row per scan would tell', (context) =>
  sequences(base, { seconds: 25, say: (line) => context.diagnostic(line) }))
