import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './awslambda_function_inside_vpc.ts'
import { lambda } from './worlds.ts'

verify(check, {
  pass: [lambda()],
  fail: [lambda({ vpc_id: null, subnets: [], zones: [] })],
  unread: [lambda({ vpc_id: unread('broken_answer') })],
})
