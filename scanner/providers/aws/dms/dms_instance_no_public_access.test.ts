import { verify } from '../../../kit/verify.ts'
import check from './dms_instance_no_public_access.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ public: true })],
  none: [instance({ public: true, status: 'deleting' })],
  unread: [instance({ public: null })],
})
