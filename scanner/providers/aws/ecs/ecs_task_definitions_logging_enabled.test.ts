import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_logging_enabled.ts'
import { taskDefinition, withContainers } from './worlds.ts'

verify(check, {
  pass: [taskDefinition(), withContainers({ log_driver: 'awsfirelens' })],
  fail: [withContainers({}, { log_driver: null })],
  unread: [taskDefinition({ definition: unread('AccessDeniedException') })],
})
