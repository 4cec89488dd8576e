// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Etcd } from './resources.ts'

const pki = '/etc/kubernetes/pki/etcd'

export const member = world<Etcd['members']>({
  uid: 'prod/pod/kube-system/etcd-cp-1',
  name: 'etcd-cp-1',
  region: '',
  auto_tls: null,
  cert_file: `${pki}/server.crt`,
  client_cert_auth: true,
  config_file: null,
  key_file: `${pki}/server.key`,
  listen_client_http_urls: null,
  listen_client_urls: ['https://127.0.0.1:2379', 'https://10.0.0.4:2379'],
  listen_peer_urls: ['https://10.0.0.4:2380'],
  peer_auto_tls: null,
  peer_cert_file: `${pki}/peer.crt`,
  peer_client_cert_auth: true,
  peer_key_file: `${pki}/peer.key`,
  peer_trusted_ca_file: `${pki}/ca.crt`,
  trusted_ca_file: `${pki}/ca.crt`,
})

export const server = world<Etcd['servers']>({
  uid: 'prod/pod/kube-system/kube-apiserver-cp-1',
  name: 'kube-apiserver-cp-1',
  region: '',
  client_ca_file: '/etc/kubernetes/pki/ca.crt',
})
