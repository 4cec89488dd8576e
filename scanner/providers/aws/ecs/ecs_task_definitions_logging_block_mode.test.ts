import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_logging_block_mode.ts'
import { container, definition, taskDefinition, withContainers } from './worlds.ts'

verify(check, {
  pass: [
    taskDefinition(),
    taskDefinition({
      default_log_mode: 'blocking',
      definition: definition({ containers: [container({ log_mode: 'non-blocking' })] }),
    }),
  ],
  fail: [
    withContainers({ log_mode: 'blocking' }),
    taskDefinition({ default_log_mode: 'blocking' }),
  ],
  none: [withContainers({ log_driver: null })],
  unread: [
    taskDefinition({ definition: unread('AccessDeniedException') }),
    taskDefinition({ default_log_mode: unread('AccessDeniedException') }),
  ],
})
