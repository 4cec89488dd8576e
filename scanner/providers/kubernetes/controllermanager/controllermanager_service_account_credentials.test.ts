import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_service_account_credentials.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [manager()],
  fail: [
    manager({ use_service_account_credentials: null }),
    manager({ use_service_account_credentials: false }),
  ],
  unread: [manager({ use_service_account_credentials: unread('flag_not_literal') })],
})
