import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './awslambda_function_vpc_multi_az.ts'
import { lambda } from './worlds.ts'

verify(check, {
  pass: [lambda(), given(lambda({ zones: ['eu-west-1a'] }), { config: { lambda_min_azs: 1 } })],
  fail: [lambda({ zones: ['eu-west-1a'] })],
  none: [lambda({ vpc_id: null, subnets: [], zones: [] })],
  unread: [
    lambda({ zones: unread('UnauthorizedOperation') }),
    lambda({ vpc_id: unread('broken_answer') }),
  ],
})
