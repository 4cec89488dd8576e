import { given, verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_no_secrets_in_stage_variables.ts'
import { stage } from './worlds.ts'

const suspect = stage({
  suspects: [{ name: 'backendToken', seems: 'a secret, according to its name' }],
})

verify(check, {
  pass: [stage(), given(suspect, { config: { secrets_ignore_patterns: ['backend*'] } })],
  fail: [suspect],
})
