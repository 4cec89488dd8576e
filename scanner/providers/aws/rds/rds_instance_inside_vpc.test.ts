import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_inside_vpc.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ vpc_id: null })],
})
