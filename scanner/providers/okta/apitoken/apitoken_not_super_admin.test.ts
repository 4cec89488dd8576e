import { unread } from '../../../kit/index.ts'
import { verify, world } from '../../../kit/verify.ts'
import check from './apitoken_not_super_admin.ts'
import type { ApiToken } from './resources.ts'

const sound = world<ApiToken>({
  uid: 'acme.okta.com/api-token/00T1',
  name: 'script',
  region: '',
  network: { connection: 'ZONE', include: ['nzo1'], exclude: [] },
  roles: [],
})

verify(check, {
  pass: [sound(), sound({ roles: ['READ_ONLY_ADMIN', 'CUSTOM'] })],
  fail: [sound({ roles: ['SUPER_ADMIN'] }), sound({ roles: ['HELP_DESK_ADMIN', 'SUPER_ADMIN'] })],
  unread: [sound({ roles: unread('E0000006') })],
})
