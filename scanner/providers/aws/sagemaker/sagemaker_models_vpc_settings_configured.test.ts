import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_models_vpc_settings_configured.ts'
import { model } from './worlds.ts'

verify(check, {
  pass: [model()],
  fail: [model({ details: { isolated: true, in_vpc: false } })],
  unread: [model({ details: unread('AccessDeniedException') })],
})
