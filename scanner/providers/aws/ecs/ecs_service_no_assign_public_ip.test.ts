import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecs_service_no_assign_public_ip.ts'
import { ecsService } from './worlds.ts'

verify(check, {
  pass: [ecsService()],
  fail: [ecsService({ public_ip: true })],
  none: [ecsService({ public_ip: null }), ecsService({ public_ip: true, status: 'DRAINING' })],
  unread: [ecsService({ public_ip: unread('broken_answer') })],
})
