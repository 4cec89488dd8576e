import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ssm_documents_set_as_public.ts'
import { document } from './worlds.ts'

verify(check, {
  pass: [document(), document({ shared_with: ['210987654321'] })],
  fail: [
    document({ shared_with: ['all'] }),
    document({ shared_with: ['All'] }),
    document({ shared_with: ['210987654321', 'all'] }),
  ],
  unread: [document({ shared_with: unread('AccessDeniedException') })],
})
