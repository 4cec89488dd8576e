import { verify } from '../../../kit/verify.ts'
import check from './dms_instance_multi_az_enabled.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ multi_az: false })],
  none: [instance({ multi_az: false, status: 'deleted' })],
  unread: [instance({ multi_az: null })],
})
