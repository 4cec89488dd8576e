import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_containers_readonly_access.ts'
import { definition, container, taskDefinition, withContainers } from './worlds.ts'

verify(check, {
  pass: [taskDefinition()],
  fail: [withContainers({}, { readonly_root: false })],
  none: [
    taskDefinition({
      definition: definition({ windows: true, containers: [container({ readonly_root: false })] }),
    }),
  ],
  unread: [taskDefinition({ definition: unread('AccessDeniedException') })],
})
