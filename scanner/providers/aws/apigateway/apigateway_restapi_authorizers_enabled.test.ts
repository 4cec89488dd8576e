import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_authorizers_enabled.ts'
import { method, restApi } from './worlds.ts'

verify(check, {
  pass: [restApi(), restApi({ methods: [method({ authorization: 'COGNITO_USER_POOLS' })] })],
  fail: [restApi({ methods: [method(), method({ verb: 'POST', authorization: 'NONE' })] })],
  none: [restApi({ methods: [] })],
  unread: [restApi({ methods: unread('AccessDeniedException') })],
})
