import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_service_account_private_key_file.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [manager()],
  fail: [manager({ service_account_private_key_file: null })],
  unread: [manager({ service_account_private_key_file: unread('flag_not_literal') })],
})
