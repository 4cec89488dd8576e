import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_notebook_instance_encryption_enabled.ts'
import { notebook } from './worlds.ts'

verify(check, {
  pass: [notebook()],
  fail: [notebook({ kms_key: null })],
  none: [notebook({ kms_key: null }, { status: 'Pending' })],
  unread: [notebook({}, { details: unread('AccessDeniedException') })],
})
