import { verify } from '../../../kit/verify.ts'
import check from './efs_access_point_enforce_user_identity.ts'
import { accessPoint } from './worlds.ts'

verify(check, {
  pass: [accessPoint()],
  fail: [accessPoint({ user: null }), accessPoint({ user: { uid: 0, gid: 0 } })],
})
