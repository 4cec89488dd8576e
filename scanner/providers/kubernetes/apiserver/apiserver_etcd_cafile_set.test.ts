import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_etcd_cafile_set.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server(), server({ etcd_servers: null })],
  fail: [
    server({ etcd_cafile: null }),
    server({ etcd_servers: ['https://10.0.0.4:2379', 'http://10.0.0.5:2379'] }),
  ],
  unread: [
    server({ etcd_cafile: unread('flag_not_literal') }),
    server({ etcd_servers: unread('flag_not_literal') }),
  ],
})
