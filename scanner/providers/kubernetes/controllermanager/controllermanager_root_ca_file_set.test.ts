import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_root_ca_file_set.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [manager()],
  fail: [manager({ root_ca_file: null })],
  unread: [manager({ root_ca_file: unread('flag_not_literal') })],
})
