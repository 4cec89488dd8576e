import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_task_set_no_assign_public_ip.ts'
import { ecsService } from './worlds.ts'

verify(check, {
  pass: [ecsService({ task_sets: [{ id: 'ecs-svc/1', public_ip: false }] })],
  fail: [
    ecsService({
      task_sets: [
        { id: 'ecs-svc/1', public_ip: false },
        { id: 'ecs-svc/2', public_ip: true },
      ],
    }),
  ],
  none: [
    ecsService(),
    ecsService({ task_sets: [{ id: 'ecs-svc/1', public_ip: null }] }),
    ecsService({ status: 'INACTIVE', task_sets: [{ id: 'ecs-svc/1', public_ip: true }] }),
  ],
  unread: [ecsService({ task_sets: unread('broken_answer') })],
})
