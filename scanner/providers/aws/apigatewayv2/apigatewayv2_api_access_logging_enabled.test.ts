import { verify } from '../../../kit/verify.ts'
import check from './apigatewayv2_api_access_logging_enabled.ts'
import { stage } from './worlds.ts'

verify(check, {
  pass: [stage()],
  fail: [stage({ access_logs: null })],
})
