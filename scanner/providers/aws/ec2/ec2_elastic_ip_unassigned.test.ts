import { verify } from '../../../kit/verify.ts'
import check from './ec2_elastic_ip_unassigned.ts'
import { address } from './worlds.ts'

verify(check, {
  pass: [address()],
  fail: [address({ attached_to: null })],
})
