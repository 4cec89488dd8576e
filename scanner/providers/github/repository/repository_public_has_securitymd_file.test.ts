import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_public_has_securitymd_file.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [
    repository({ visibility: 'public' }),
    repository({
      visibility: 'public',
      security_policy: [
        'GitHub shows a security policy that is not a SECURITY.md of this repository',
      ],
    }),
  ],
  fail: [repository({ visibility: 'public', security_policy: [] })],
  none: [
    repository({ security_policy: [] }),
    repository({ visibility: 'internal', security_policy: [] }),
    repository({ visibility: 'public', archived: true, security_policy: [] }),
    repository({ visibility: 'public', security_policy: null }),
  ],
  unread: [repository({ visibility: 'public', security_policy: unread('forbidden') })],
})
