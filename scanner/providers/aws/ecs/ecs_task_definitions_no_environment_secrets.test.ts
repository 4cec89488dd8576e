import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_no_environment_secrets.ts'
import { taskDefinition, withContainers } from './worlds.ts'

const suspect = withContainers({
  suspects: [{ name: 'DB_PASSWORD', seems: 'a secret, according to its name' }],
})

verify(check, {
  pass: [taskDefinition(), given(suspect, { config: { secrets_ignore_patterns: ['*_PASSWORD'] } })],
  fail: [suspect, given(suspect, { config: { secrets_ignore_patterns: ['PASSWORD'] } })],
  unread: [taskDefinition({ definition: unread('AccessDeniedException') })],
})
