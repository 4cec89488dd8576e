import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_encryption_provider_config_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ encryption_provider_config: null })],
  unread: [server({ encryption_provider_config: unread('flag_not_literal') })],
})
