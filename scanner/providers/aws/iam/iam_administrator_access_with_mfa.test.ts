import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './iam_administrator_access_with_mfa.ts'
import { credentials, group, key, noPassword, user } from './worlds.ts'

const admins = group({
  attached_policies: [
    { name: 'AdministratorAccess', uid: 'arn:aws:iam::aws:policy/AdministratorAccess' },
  ],
})
const bare = user({ credentials: credentials({ mfa: false }) })
const outsider = { ...bare, uid: 'arn:aws:iam::123456789012:user/bob', groups: [] }

verify(check, {
  pass: [
    given(group(), { joined: { users: [bare] } }),
    given(admins, { joined: { users: [] } }),
    given(admins, { joined: { users: [user(), outsider] } }),
    given(admins, { joined: { users: [user({ credentials: credentials(noPassword) })] } }),
    // A user created after the credential report is not a member: its absence from the report has no effect.
    given(admins, {
      joined: { users: [user(), { ...outsider, credentials: unread('not_in_credential_report') }] },
    }),
    // The group makes no user an administrator, so its users need not be known.
    given(group(), { joined: { users: unread('AccessDenied') } }),
  ],
  fail: [
    given(admins, { joined: { users: [bare, outsider] } }),
    // A user with an access key needs no password to act.
    given(admins, {
      joined: {
        users: [user({ credentials: credentials({ ...noPassword, access_keys: [key()] }) })],
      },
    }),
  ],
  unread: [
    given(admins, { joined: { users: unread('AccessDenied') } }),
    given(admins, { joined: { users: [user({ credentials: unread('AccessDenied') })] } }),
  ],
})
