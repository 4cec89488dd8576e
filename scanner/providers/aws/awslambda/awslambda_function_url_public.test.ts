import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './awslambda_function_url_public.ts'
import { lambda, url } from './worlds.ts'

verify(check, {
  pass: [lambda({ urls: [url(), url({ qualifier: 'live' })] })],
  fail: [
    lambda({ urls: [url({ auth_type: 'NONE' })] }),
    lambda({ urls: [url(), url({ qualifier: 'live', auth_type: 'NONE' })] }),
  ],
  none: [lambda()],
  unread: [lambda({ urls: unread('AccessDeniedException') })],
})
