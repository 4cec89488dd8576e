import { verify } from '../../../kit/verify.ts'
import check from './ec2_networkacl_unused.ts'
import { networkAcl } from './worlds.ts'

verify(check, {
  pass: [networkAcl(), networkAcl({ default: true, subnet_ids: [] })],
  fail: [networkAcl({ subnet_ids: [] })],
})
