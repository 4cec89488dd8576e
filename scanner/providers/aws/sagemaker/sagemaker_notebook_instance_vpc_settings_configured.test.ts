import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_notebook_instance_vpc_settings_configured.ts'
import { notebook } from './worlds.ts'

verify(check, {
  pass: [notebook()],
  fail: [notebook({ subnet: null })],
  none: [notebook({ subnet: null }, { status: 'Pending' })],
  unread: [notebook({}, { details: unread('AccessDeniedException') })],
})
