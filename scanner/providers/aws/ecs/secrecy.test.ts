// Values of environment variables are inspected and never stored.
import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { demoEcsPassword } from '../../../testing/demo/plain/ecs.ts'
import { cloudWith, openAccount, scanned } from '../testing/scanned.ts'
import ecs from './index.ts'

test('no finding of ECS holds the value of a variable', async (t) => {
  const account = openAccount()
  ok(JSON.stringify(account.plain).includes(demoEcsPassword))
  const { findings } = await scanned(await cloudWith(t, account), ecs, account)
  ok(findings.some(({ check_id: id }) => id === 'ecs_task_definitions_no_environment_secrets'))
  equal(JSON.stringify(findings).includes(demoEcsPassword), false)
})
