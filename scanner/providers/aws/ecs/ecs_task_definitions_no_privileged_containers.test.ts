import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_no_privileged_containers.ts'
import { taskDefinition, withContainers } from './worlds.ts'

verify(check, {
  pass: [taskDefinition()],
  fail: [withContainers({}, { name: 'agent', privileged: true })],
  unread: [taskDefinition({ definition: unread('AccessDeniedException') })],
})
