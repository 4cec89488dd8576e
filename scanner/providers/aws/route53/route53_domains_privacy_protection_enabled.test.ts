import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './route53_domains_privacy_protection_enabled.ts'
import { domain } from './worlds.ts'

const hidden = { administrator: true, registrant: true, technical: true, billing: true }

verify(check, {
  pass: [domain()],
  fail: [
    domain({ privacy: { ...hidden, registrant: false } }),
    domain({ privacy: { ...hidden, billing: false } }),
    domain({ privacy: { ...hidden, technical: false, billing: null } }),
  ],
  unread: [
    domain({ privacy: unread('AccessDeniedException') }),
    domain({ privacy: { ...hidden, billing: null } }),
  ],
})
