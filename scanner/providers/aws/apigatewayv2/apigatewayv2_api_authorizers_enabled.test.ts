import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apigatewayv2_api_authorizers_enabled.ts'
import { api, route } from './worlds.ts'

const socket = (...routes: ReturnType<typeof route>[]) => api({ protocol: 'WEBSOCKET', routes })

verify(check, {
  pass: [
    api(),
    api({ routes: [route('GET /orders'), route('OPTIONS /{proxy+}', 'NONE')] }),
    socket(route('$connect', 'CUSTOM'), route('$default', 'NONE')),
  ],
  fail: [
    api({ routes: [route('GET /orders'), route('$default', 'NONE')] }),
    socket(route('$connect', 'NONE')),
    socket(route('$default', 'NONE')),
  ],
  none: [api({ routes: [] })],
  unread: [api({ routes: unread('AccessDeniedException') })],
})
