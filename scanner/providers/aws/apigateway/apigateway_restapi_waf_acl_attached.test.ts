import { verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_waf_acl_attached.ts'
import { stage } from './worlds.ts'

verify(check, {
  pass: [stage()],
  fail: [stage({ web_acl: null })],
})
