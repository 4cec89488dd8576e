import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_no_environment_secrets.ts'
import { taskDefinition, withContainers } from './worlds.ts'

const found = [{ name: 'DB_PASSWORD', seems: 'a secret, according to its name' }]
const suspect = withContainers({ suspects: found })

verify(check, {
  pass: [taskDefinition(), given(suspect, { config: { secrets_ignore_patterns: ['*_PASSWORD'] } })],
  fail: [
    suspect,
    given(suspect, { config: { secrets_ignore_patterns: ['PASSWORD'] } }),
    withContainers({ suspects: unread('broken_answer') }, { suspects: found }),
  ],
  unread: [
    taskDefinition({ definition: unread('AccessDeniedException') }),
    withContainers({}, { suspects: unread('broken_answer') }),
  ],
})
