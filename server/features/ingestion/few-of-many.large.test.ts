import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../testing/index.ts'
import { ingest, record } from './testing/files.ts'

// When gaps were joined by check, the statement took time by the square of the findings, and was canceled after 10 s.
test('a file with one finding of a check that has 20,000 is recorded', async () => {
  const w = await world()
  try {
    const user = await w.user()
    const resource = 'arn:aws:s3:::one'
    const many = Array.from({ length: 20_000 }, (_, at) => record({ uid: `${at}`, resource }))
    equal((await ingest(user, many)).text('status'), 'completed')
    equal((await ingest(user, [record({ uid: 'new', resource })])).text('status'), 'completed')
    equal((await user.get('/findings/latest?page[size]=1')).count, 20_001)
  } finally {
    await w.close()
  }
})
