import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_host_namespace_not_shared.ts'
import { definition, taskDefinition } from './worlds.ts'

verify(check, {
  pass: [taskDefinition(), taskDefinition({ definition: definition({ pid_mode: 'task' }) })],
  fail: [
    taskDefinition({ definition: definition({ pid_mode: 'host' }) }),
    taskDefinition({ definition: definition({ ipc_mode: 'host' }) }),
  ],
  unread: [taskDefinition({ definition: unread('AccessDeniedException') })],
})
