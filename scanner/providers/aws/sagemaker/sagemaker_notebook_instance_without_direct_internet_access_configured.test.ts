import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_notebook_instance_without_direct_internet_access_configured.ts'
import { notebook } from './worlds.ts'

verify(check, {
  pass: [notebook()],
  fail: [notebook({ direct_internet: true })],
  none: [notebook({ direct_internet: true }, { status: 'Deleting' })],
  unread: [
    notebook({ direct_internet: null }),
    notebook({}, { details: unread('AccessDeniedException') }),
  ],
})
