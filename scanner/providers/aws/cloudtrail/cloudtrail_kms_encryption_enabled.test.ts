import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_kms_encryption_enabled.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail()],
  fail: [trail({ kms_key: null })],
})
