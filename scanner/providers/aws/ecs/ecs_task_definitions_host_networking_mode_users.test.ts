import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_definitions_host_networking_mode_users.ts'
import { container, definition, taskDefinition } from './worlds.ts'

const onHost = (...users: (string | null)[]) =>
  taskDefinition({
    definition: definition({
      network_mode: 'host',
      containers: users.map((user) => container({ user })),
    }),
  })

const withPrivileged = (...users: (string | null)[]) =>
  taskDefinition({
    definition: definition({
      network_mode: 'host',
      containers: [
        container({ privileged: true, user: null }),
        ...users.map((user) => container({ user })),
      ],
    }),
  })

verify(check, {
  pass: [
    taskDefinition(),
    onHost('app'),
    onHost('1000:1000', 'rooted'),
    withPrivileged(),
    withPrivileged('app'),
  ],
  fail: [
    onHost(null),
    onHost('root'),
    onHost('0'),
    onHost('app', 'root:root'),
    onHost('0:0'),
    withPrivileged('root'),
    withPrivileged(null),
  ],
  unread: [taskDefinition({ definition: unread('AccessDeniedException') })],
})
