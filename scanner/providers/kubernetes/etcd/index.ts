import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { withPods } from '../control-plane.ts'
import clientCertAuth from './etcd_client_cert_auth.ts'
import noAutoTls from './etcd_no_auto_tls.ts'
import noPeerAutoTls from './etcd_no_peer_auto_tls.ts'
import peerClientCertAuth from './etcd_peer_client_cert_auth.ts'
import peerTlsConfig from './etcd_peer_tls_config.ts'
import tlsEncryption from './etcd_tls_encryption.ts'
import uniqueCa from './etcd_unique_ca.ts'
import { collect } from './collect.ts'
import { type Etcd, flags, serverFlags } from './resources.ts'

export default service<Etcd, Kubernetes>({
  name: 'etcd',
  scope: 'global',
  kinds: {
    members: { list: ['list pods'], fields: withPods(flags) },
    servers: { list: ['list pods'], fields: withPods(serverFlags) },
  },
  collect,
  checks: [
    clientCertAuth,
    noAutoTls,
    noPeerAutoTls,
    peerClientCertAuth,
    peerTlsConfig,
    tlsEncryption,
    uniqueCa,
  ],
})
