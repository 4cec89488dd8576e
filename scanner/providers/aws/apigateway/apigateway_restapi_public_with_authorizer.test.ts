import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_public_with_authorizer.ts'
import { method, restApi } from './worlds.ts'

const open = [method({ authorization: 'NONE' })]

verify(check, {
  pass: [restApi()],
  fail: [restApi({ methods: open })],
  none: [restApi({ endpoint_types: ['PRIVATE'], methods: open }), restApi({ methods: [] })],
  unread: [restApi({ methods: unread('AccessDeniedException') })],
})
