import { verify } from '../../../kit/verify.ts'
import check from './efs_access_point_enforce_root_directory.ts'
import { accessPoint } from './worlds.ts'

verify(check, {
  pass: [accessPoint()],
  fail: [accessPoint({ root: '/' })],
})
