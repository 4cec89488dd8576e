import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './etcd_client_cert_auth.ts'
import { member } from './worlds.ts'

verify(check, {
  pass: [member()],
  fail: [
    member({ client_cert_auth: false }),
    member({ client_cert_auth: null }),
    member({ trusted_ca_file: null }),
    member({ listen_client_urls: null }),
    member({ listen_client_urls: ['https://10.0.0.4:2379', 'http://10.0.0.4:2378'] }),
    member({ listen_client_urls: ['https://10.0.0.4:2379', ' http://127.0.0.1:2379'] }),
    member({ listen_client_http_urls: ['http://10.0.0.4:2378'] }),
  ],
  manual: [member({ config_file: '/etc/etcd/etcd.yaml' })],
  unread: [
    member({ config_file: unread('flag_not_literal') }),
    member({ client_cert_auth: unread('flag_not_literal') }),
    member({ listen_client_http_urls: unread('flag_not_literal') }),
    member({ listen_client_urls: unread('flag_not_literal') }),
    member({ trusted_ca_file: unread('flag_not_literal') }),
  ],
})
