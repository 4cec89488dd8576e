import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_transitgateway_auto_accept_vpc_attachments.ts'
import { transitGateway } from './worlds.ts'

verify(check, {
  pass: [transitGateway(), transitGateway({ state: 'modifying' })],
  fail: [transitGateway({ auto_accept: 'enable' })],
  none: [
    transitGateway({ auto_accept: 'enable', state: 'pending' }),
    transitGateway({ auto_accept: 'enable', state: 'deleted' }),
  ],
  unread: [transitGateway({ auto_accept: unread('broken_answer') })],
})
