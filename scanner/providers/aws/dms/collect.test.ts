import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from '../../../kit/index.ts'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { collect } from './collect.ts'

test('a task whose settings cannot be read does not hide the others', async () => {
  const task = (ReplicationTaskIdentifier: string, ReplicationTaskSettings: string) => ({
    ReplicationTaskArn: ReplicationTaskIdentifier,
    ReplicationTaskIdentifier,
    Status: 'running',
    ReplicationTaskSettings,
  })
  const aws = answering({
    'dms:DescribeReplicationTasks': {
      ReplicationTasks: [task('torn', '{'), task('silent', '{"Logging":{"EnableLogging":false}}')],
    },
  })
  const tasks = await recordsOf(collect(collecting(aws)).tasks, 'levels')
  deepEqual(
    tasks.map(({ name, levels }) => [name, isUnread(levels), levels === null]),
    [
      ['torn', true, false],
      ['silent', false, true],
    ],
  )
})
