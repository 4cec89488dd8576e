import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './awslambda_function_invoke_api_operations_cloudtrail_logging_enabled.ts'
import { lambda } from './worlds.ts'

verify(check, {
  pass: [lambda()],
  fail: [lambda({ recorded_by: null })],
  unread: [lambda({ recorded_by: unread('AccessDeniedException') })],
})
