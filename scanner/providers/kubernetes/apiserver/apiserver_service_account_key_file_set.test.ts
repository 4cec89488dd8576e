import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_service_account_key_file_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server(),
    server({
      service_account_key_file: null,
      service_account_signing_endpoint: '/run/signer.sock',
    }),
  ],
  fail: [server({ service_account_key_file: null })],
  unread: [
    server({ service_account_key_file: unread('flag_not_literal') }),
    server({ service_account_signing_endpoint: unread('flag_not_literal') }),
  ],
})
