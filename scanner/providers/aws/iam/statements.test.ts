import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from '../../../kit/index.ts'
import { statementsOf } from './statements.ts'

test('a document is read as IAM sends it, and one that cannot be read is no empty one', () => {
  const document = { Statement: { Effect: 'Allow', Action: 's3:*', Resource: '*', Sid: 'ä %+' } }
  const read = statementsOf(encodeURIComponent(JSON.stringify(document)))
  ok(!isUnread(read))
  equal(read[0]?.sid, 'ä %+')
  for (const broken of [undefined, '', '%', '%7B', '{"Version":"2012-10-17"}', '[]']) {
    ok(isUnread(statementsOf(broken)), String(broken))
  }
})
