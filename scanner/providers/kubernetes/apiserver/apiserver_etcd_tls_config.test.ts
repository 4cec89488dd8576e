import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_etcd_tls_config.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server(), server({ etcd_servers: null })],
  fail: [
    server({ etcd_certfile: null }),
    server({ etcd_keyfile: null }),
    server({ etcd_servers: ['http://127.0.0.1:2379'] }),
  ],
  unread: [
    server({ etcd_certfile: unread('flag_not_literal') }),
    server({ etcd_keyfile: unread('flag_not_literal') }),
    server({ etcd_servers: unread('flag_not_literal') }),
  ],
})
