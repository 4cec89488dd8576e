import { verify } from '../../../kit/verify.ts'
import check from './config_recorder_using_aws_service_role.ts'
import { recorder } from './worlds.ts'

verify(check, {
  pass: [recorder()],
  fail: [recorder({ role: 'arn:aws:iam::123456789012:role/recorder' }), recorder({ role: null })],
})
