import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_bind_address.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [
    manager(),
    manager({ bind_address: '::1' }),
    manager({ bind_address: null, secure_port: 0 }),
  ],
  fail: [manager({ bind_address: null }), manager({ bind_address: '::' })],
  unread: [
    manager({ bind_address: unread('flag_not_literal') }),
    manager({ secure_port: unread('flag_not_literal') }),
  ],
})
