import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './etcd_tls_encryption.ts'
import { member } from './worlds.ts'

verify(check, {
  pass: [
    member(),
    member({ listen_client_urls: null }),
    member({
      listen_client_urls: [
        'https://10.0.0.4:2379',
        'http://127.0.0.1:2379',
        'http://[::1]:2379',
        'unix://x',
      ],
    }),
  ],
  fail: [
    member({ cert_file: null }),
    member({ key_file: null }),
    member({ listen_client_urls: ['http://10.0.0.4:2379'] }),
    member({ listen_client_urls: ['http://:2379'] }),
    member({ listen_client_urls: ['https://10.0.0.4:2379', ' http://10.0.0.4:2378'] }),
    member({ listen_client_http_urls: ['http://10.0.0.4:2378'] }),
  ],
  manual: [member({ config_file: '/etc/etcd/etcd.yaml' })],
  unread: [
    member({ cert_file: unread('flag_not_literal') }),
    member({ config_file: unread('flag_not_literal') }),
    member({ key_file: unread('flag_not_literal') }),
    member({ listen_client_http_urls: unread('flag_not_literal') }),
    member({ listen_client_urls: unread('flag_not_literal') }),
  ],
})
