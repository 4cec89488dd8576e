import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './etcd_peer_tls_config.ts'
import { member } from './worlds.ts'

verify(check, {
  pass: [
    member(),
    member({ listen_peer_urls: null }),
    member({
      listen_peer_urls: [
        'https://10.0.0.4:2379',
        'http://127.0.0.1:2379',
        'http://[::1]:2379',
        'unix://x',
      ],
    }),
  ],
  fail: [
    member({ peer_cert_file: null }),
    member({ peer_key_file: null }),
    member({ listen_peer_urls: ['http://10.0.0.4:2379'] }),
    member({ listen_peer_urls: ['http://:2379'] }),
  ],
  manual: [member({ config_file: '/etc/etcd/etcd.yaml' })],
  unread: [
    member({ peer_cert_file: unread('flag_not_literal') }),
    member({ config_file: unread('flag_not_literal') }),
    member({ peer_key_file: unread('flag_not_literal') }),
    member({ listen_peer_urls: unread('flag_not_literal') }),
  ],
})
