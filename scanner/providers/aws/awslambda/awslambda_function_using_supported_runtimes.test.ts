import { given, verify } from '../../../kit/verify.ts'
import check from './awslambda_function_using_supported_runtimes.ts'
import { lambda } from './worlds.ts'

verify(check, {
  pass: [
    lambda(),
    lambda({ runtime: 'java17' }),
    given(lambda({ runtime: 'python3.9' }), { config: { obsolete_lambda_runtimes: [] } }),
  ],
  fail: [
    lambda({ runtime: 'python3.9' }),
    lambda({ runtime: 'provided.al2' }),
    given(lambda(), { config: { obsolete_lambda_runtimes: ['nodejs24.x'] } }),
  ],
  none: [lambda({ runtime: null })],
})
