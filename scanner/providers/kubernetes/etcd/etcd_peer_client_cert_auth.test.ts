import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './etcd_peer_client_cert_auth.ts'
import { member } from './worlds.ts'

verify(check, {
  pass: [member()],
  fail: [
    member({ peer_client_cert_auth: false }),
    member({ peer_client_cert_auth: null }),
    member({ peer_trusted_ca_file: null }),
    member({ listen_peer_urls: null }),
    member({ listen_peer_urls: ['https://10.0.0.4:2380', 'http://10.0.0.5:2380'] }),
  ],
  manual: [member({ config_file: '/etc/etcd/etcd.yaml' })],
  unread: [
    member({ config_file: unread('flag_not_literal') }),
    member({ listen_peer_urls: unread('flag_not_literal') }),
    member({ peer_client_cert_auth: unread('flag_not_literal') }),
    member({ peer_trusted_ca_file: unread('flag_not_literal') }),
  ],
})
