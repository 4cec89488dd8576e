import { verify } from '../../../kit/verify.ts'
import check from './appsync_field_level_logging_enabled.ts'
import { api } from './worlds.ts'

verify(check, {
  pass: [api(), api({ log_level: 'ALL' })],
  fail: [api({ log_level: 'NONE' })],
})
