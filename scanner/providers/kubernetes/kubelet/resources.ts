import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** The KubeletConfiguration that kubeadm applies to new nodes. A field is null if it is not set. */
export interface KubeletConfig extends Resource {
  readonly anonymous_auth: Maybe<boolean | null>
  readonly authorization_mode: Maybe<string | null>
  readonly client_ca_file: Maybe<string | null>
  readonly event_record_qps: Maybe<number | null>
  readonly iptables_chains: Maybe<boolean | null>
  readonly read_only_port: Maybe<number | null>
  readonly rotate_certificates: Maybe<boolean | null>
  readonly server_tls_bootstrap: Maybe<boolean | null>
  /** As configured: `4h0m0s`. */
  readonly streaming_timeout: Maybe<string | null>
  readonly tls_cert_file: Maybe<string | null>
  readonly tls_cipher_suites: Maybe<readonly string[] | null>
  readonly tls_min_version: Maybe<string | null>
  readonly tls_private_key_file: Maybe<string | null>
}

export interface Node extends Resource {
  /** `linux` or `windows`; null if the node does not report it. */
  readonly os: string | null
  /** True if users cannot sign in to the node: a virtual kubelet, or Fargate. */
  readonly virtual: boolean
}

export interface Kubelet {
  configs: KubeletConfig
  nodes: Node
}

export const check = checkFor<Kubelet>()
