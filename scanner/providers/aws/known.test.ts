import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { unreadFrom } from '../../kit/index.ts'
import { known } from './known.ts'

test('what an answer says is taken, what it leaves out ends the judgement with the reason', () => {
  equal(known(false, 'es:DescribeDomain'), false)
  try {
    known(null, 'es:DescribeDomain')
  } catch (thrown) {
    const { code, outcome, action } = unreadFrom(thrown)
    deepEqual([code, outcome, action], ['broken_answer', 'error', 'es:DescribeDomain'])
    return
  }
  throw new Error('it went on')
})
