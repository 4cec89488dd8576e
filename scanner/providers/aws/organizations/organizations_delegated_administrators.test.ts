import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './organizations_delegated_administrators.ts'
import { account } from './worlds.ts'

const security = { id: '111122223333', name: 'security' }
const config = { organizations_trusted_delegated_administrators: ['111122223333'] }

verify(check, {
  pass: [account(), given(account({ delegated: [security] }), { config })],
  fail: [
    account({ delegated: [security] }),
    given(account({ delegated: [security, { id: '444455556666', name: 'lab' }] }), { config }),
  ],
  manual: [
    account({ organization: { id: 'o-exampleorg', management: '999999999999' }, delegated: null }),
  ],
  none: [account({ organization: null, delegated: null })],
  unread: [
    account({ organization: unread('AccessDeniedException') }),
    account({ delegated: unread('AccessDeniedException') }),
  ],
})
