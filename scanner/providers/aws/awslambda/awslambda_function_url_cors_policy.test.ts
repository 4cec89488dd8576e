import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './awslambda_function_url_cors_policy.ts'
import { lambda, url } from './worlds.ts'

verify(check, {
  pass: [lambda({ urls: [url(), url({ origins: ['https://www.example.com'] })] })],
  fail: [lambda({ urls: [url({ origins: ['*'] })] })],
  none: [lambda()],
  unread: [lambda({ urls: unread('AccessDeniedException') })],
})
