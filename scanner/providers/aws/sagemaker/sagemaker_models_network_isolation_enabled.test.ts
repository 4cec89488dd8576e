import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_models_network_isolation_enabled.ts'
import { model } from './worlds.ts'

verify(check, {
  pass: [model()],
  fail: [model({ details: { isolated: false, in_vpc: true } })],
  unread: [
    model({ details: { isolated: null, in_vpc: true } }),
    model({ details: unread('AccessDeniedException') }),
  ],
})
