import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './glacier_vaults_policy_public_access.ts'
import { allowing, vault } from './worlds.ts'

verify(check, {
  pass: [vault(), vault({ policy: allowing({ AWS: '210987654321' }) })],
  fail: [vault({ policy: allowing('*') }), vault({ lock_policy: allowing('*') })],
  unread: [
    vault({ policy: allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }) }),
    vault({ policy: unread('AccessDeniedException') }),
    vault({ lock_policy: unread('AccessDeniedException') }),
  ],
})
