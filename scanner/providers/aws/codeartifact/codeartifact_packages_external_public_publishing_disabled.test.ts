import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './codeartifact_packages_external_public_publishing_disabled.ts'
import { artifact } from './worlds.ts'

const open = (origin: string | null) => artifact({ takes_upstream: true, origin })

verify(check, {
  pass: [artifact()],
  fail: [open('INTERNAL')],
  none: [open('EXTERNAL'), open('UNKNOWN'), open(null)],
  unread: [
    artifact({ takes_upstream: null }),
    artifact({ takes_upstream: true, origin: unread('AccessDeniedException') }),
  ],
})
