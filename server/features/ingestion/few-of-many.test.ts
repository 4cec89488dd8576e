import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../testing/index.ts'
import { ingest, record } from './testing/files.ts'

// Each finding that a file did not name was a row, and these were joined by check: time and space by their square.
test('a file with few findings of a check that has thousands stores few rows', async () => {
  const w = await world()
  try {
    const user = await w.user()
    const resource = 'arn:aws:s3:::one'
    const of = (uid: string) => record({ uid, resource })
    const many = Array.from({ length: 5_000 }, (_, at) => of(`${at}`))
    equal((await ingest(user, many)).text('status'), 'completed')
    const few = ['new', '17', '4711'].map(of)
    equal((await ingest(user, few)).text('status'), 'completed')
    const { items } = await user.get('/scans?sort=-inserted_at')
    const [scan] = items
    equal((await user.get(`/findings?filter[scan]=${scan?.id}&page[size]=1`)).count, 3)
    equal((await user.get('/findings/latest?page[size]=1')).count, 5_001)
    const [{ gaps } = {}] = await w.test.administer('select count(*)::int as gaps from scan_gaps')
    equal(gaps, 4, 'the keys before, between and behind those that were named')
  } finally {
    await w.close()
  }
})
