import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { joined, pageOf } from './documents.ts'

const page = (id: string, provider: string) =>
  pageOf<'scans'>({
    data: [
      {
        type: 'scans',
        id,
        relationships: { provider: { data: { type: 'providers', id: provider } } },
      },
    ],
    included: [{ type: 'providers', id: provider, attributes: { uid: `uid of ${provider}` } }],
    meta: { pagination: { count: 2 } },
  })

test('pages of a list become one, with what each of them brought along', () => {
  const whole = joined([page('a', 'p'), page('b', 'q')])
  deepEqual(
    whole.rows.map((row) => whole.included.of('providers', row, 'provider')?.uid),
    ['uid of p', 'uid of q'],
  )
  equal(whole.count, 2)
})
