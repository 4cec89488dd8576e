import { verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_client_certificate_enabled.ts'
import { stage } from './worlds.ts'

verify(check, {
  pass: [stage()],
  fail: [stage({ client_certificate: null })],
})
