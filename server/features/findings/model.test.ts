/** Random sequences of scans over two tenants, against the naive reference. */
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { sequences } from './testing/run.ts'

/** A sample in a run of all tests; `npm run test:long` goes on for a quarter of an hour. */
const isLong = process.env['PLUMBLINE_TEST_LONG'] === '1'
const base = await freshDatabase()
after(() => base.close())

test('versions say what a copy of every row per scan would say', (context) =>
  sequences(base, { seconds: isLong ? 900 : 10, say: (line) => context.diagnostic(line) }))
