import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './etcd_unique_ca.ts'
import { member, server } from './worlds.ts'

verify(check, {
  fail: [
    given(member(), {
      joined: {
        servers: [
          server(),
          server({
            uid: 'prod/pod/kube-system/kube-apiserver-cp-2',
            client_ca_file: '/etc/kubernetes/pki/etcd/ca.crt',
          }),
        ],
      },
    }),
    member({ trusted_ca_file: null }),
  ],
  manual: [
    given(member(), {
      joined: {
        servers: [
          server(),
          server({ uid: 'prod/pod/kube-system/kube-apiserver-cp-2', client_ca_file: null }),
        ],
      },
    }),
    member({ config_file: '/etc/etcd/etcd.yaml' }),
  ],
  unread: [
    member({ config_file: unread('flag_not_literal') }),
    member({ trusted_ca_file: unread('flag_not_literal') }),
    given(member(), { joined: { servers: unread('control_plane_not_visible') } }),
    given(member(), {
      joined: { servers: [server({ client_ca_file: unread('started_by_shell') })] },
    }),
  ],
})
