import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_notebook_instance_root_access_disabled.ts'
import { notebook } from './worlds.ts'

verify(check, {
  pass: [notebook()],
  fail: [notebook({ root: true })],
  none: [notebook({ root: true }, { status: 'Deleting' })],
  unread: [notebook({ root: null }), notebook({}, { details: unread('AccessDeniedException') })],
})
