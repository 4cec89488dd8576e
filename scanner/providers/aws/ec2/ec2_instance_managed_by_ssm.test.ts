import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_managed_by_ssm.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ managed: null }), instance({ managed: 'ConnectionLost' })],
  none: [
    instance({ managed: null, state: 'stopped' }),
    instance({ managed: null, state: 'pending' }),
  ],
  unread: [instance({ managed: unread('AccessDeniedException') })],
})
