import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_account_imdsv2_enabled.ts'
import { settings } from './worlds.ts'

verify(check, {
  pass: [settings()],
  fail: [settings({ metadata_tokens: 'optional' }), settings({ metadata_tokens: null })],
  unread: [settings({ metadata_tokens: unread('UnauthorizedOperation') })],
})
