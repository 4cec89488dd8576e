import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_domain_sso_configured.ts'
import { domain } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ auth_mode: 'IAM' })],
  none: [domain({ auth_mode: 'IAM', status: 'Deleting' })],
  unread: [domain({ auth_mode: unread('AccessDeniedException') })],
})
