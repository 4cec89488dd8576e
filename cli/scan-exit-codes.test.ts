import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { commandsWith } from './testing/command.ts'
import { demoAws } from './testing/demo-aws.ts'

const { variables } = demoAws()
const { plumbline, end } = commandsWith({})
after(end)

test('the exit code of a scan says whether it found something as severe as was asked', async () => {
  const versioning = ['scan', 'aws', '--output', 'json', '--checks', 's3_bucket_object_versioning']
  const cases: [string[], number][] = [
    [[...versioning, '--fail-on', 'critical'], 0],
    [[...versioning, '--fail-on', 'never'], 0],
    [[...versioning, '--fail-on', 'terrible'], 2],
    [['scan', 'gcp'], 2],
    [[...versioning, '--output', 'xml'], 2],
    [['scan', 'aws', '--checks', 'no_such_check'], 1],
  ]
  for (const [args, status] of cases) {
    const ran = plumbline(args, variables())
    assert.equal(await ran.status, status, `${args.join(' ')}: ${ran.error()}`)
  }
})
