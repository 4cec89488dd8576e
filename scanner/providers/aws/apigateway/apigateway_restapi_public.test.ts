import { verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_public.ts'
import { restApi } from './worlds.ts'

verify(check, {
  pass: [restApi({ endpoint_types: ['PRIVATE'] })],
  fail: [restApi(), restApi({ endpoint_types: ['EDGE'] }), restApi({ endpoint_types: [] })],
})
