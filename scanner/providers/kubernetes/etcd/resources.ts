import { checkFor } from '../../../kit/index.ts'
import type { Component } from '../control-plane.ts'

export const flags = {
  auto_tls: 'boolean',
  cert_file: 'text',
  client_cert_auth: 'boolean',
  /** If set, all other flags and variables are ignored. */
  config_file: 'text',
  key_file: 'text',
  /** URLs for HTTP requests, separate from gRPC; since 3.5.9. */
  listen_client_http_urls: 'list',
  listen_client_urls: 'list',
  listen_peer_urls: 'list',
  peer_auto_tls: 'boolean',
  peer_cert_file: 'text',
  peer_client_cert_auth: 'boolean',
  peer_key_file: 'text',
  peer_trusted_ca_file: 'text',
  trusted_ca_file: 'text',
} as const

export const serverFlags = { client_ca_file: 'text' } as const

export interface Etcd {
  members: Component<typeof flags>
  /** API servers, with the fields that etcd is compared with. */
  servers: Component<typeof serverFlags>
}

export const check = checkFor<Etcd>()
