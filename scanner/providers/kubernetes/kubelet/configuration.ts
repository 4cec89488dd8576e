// Converts the text of a KubeletConfiguration to the few settings that checks read. Nothing else of it is stored in a
// record.
import {
  isUnread,
  type Maybe,
  type Resource,
  unread,
  unreadFrom,
  withhold,
} from '../../../kit/index.ts'
import { BadYaml, readYaml, type YamlLimits } from '../../../yaml.ts'
import { isMembers, type Members } from '../calls.ts'
import { membersIn } from '../members.ts'
import type { KubeletConfig } from './resources.ts'

const list = 'list kube-system configmaps'
const { boolean, integer, members, text, texts } = membersIn(list)

/** About a hundred times the size of kubeadm's configuration. */
const limits: YamlLimits = { bytes: 262_144, tokens: 16_000, aliases: 20, nodes: 16_000 }

type Settings = Omit<KubeletConfig, keyof Resource>

const settings: {
  readonly [K in keyof Settings]: (configuration: Members) => Exclude<Settings[K], Maybe<never>>
} = {
  anonymous_auth: ({ authentication }) =>
    boolean(members(members(authentication)['anonymous'])['enabled']),
  authorization_mode: ({ authorization }) => written(members(authorization)['mode']),
  client_ca_file: ({ authentication }) =>
    written(members(members(authentication)['x509'])['clientCAFile']),
  event_record_qps: ({ eventRecordQPS }) => integer(eventRecordQPS),
  iptables_chains: ({ makeIPTablesUtilChains }) => boolean(makeIPTablesUtilChains),
  read_only_port: ({ readOnlyPort }) => integer(readOnlyPort),
  rotate_certificates: ({ rotateCertificates }) => boolean(rotateCertificates),
  server_tls_bootstrap: ({ serverTLSBootstrap }) => boolean(serverTLSBootstrap),
  streaming_timeout: ({ streamingConnectionIdleTimeout }) => text(streamingConnectionIdleTimeout),
  tls_cert_file: ({ tlsCertFile }) => written(tlsCertFile),
  tls_cipher_suites({ tlsCipherSuites }) {
    const suites = texts(tlsCipherSuites)
    return suites.length === 0 ? null : suites
  },
  tls_min_version: ({ tlsMinVersion }) => written(tlsMinVersion),
  tls_private_key_file: ({ tlsPrivateKeyFile }) => written(tlsPrivateKeyFile),
}

/** An empty text sets nothing. */
const written = (value: unknown): string | null => text(value) || null

/**
 * Reads the settings of a ConfigMap. A setting of another type than the kubelet's is unread; all are unread if the
 * ConfigMap cannot be parsed.
 */
export function readConfiguration(value: unknown): Settings {
  const configuration = attempt(() => parsed(value))
  const read = Object.entries(settings).map(([name, of]) => [
    name,
    isUnread(configuration) ? configuration : attempt(() => of(configuration)),
  ])
  return Object.fromEntries(read) as Settings // has the names of `settings`
}

function attempt<T>(read: () => T): Maybe<T> {
  try {
    return read()
  } catch (thrown) {
    return unreadFrom(thrown)
  }
}

function parsed(value: unknown): Members {
  if (typeof value !== 'string') return unreadable('no_configuration')
  try {
    const configuration = readYaml(value, limits)
    if (
      isMembers(configuration) &&
      configuration['kind'] === 'KubeletConfiguration' &&
      configuration['apiVersion'] === 'kubelet.config.k8s.io/v1beta1'
    )
      return configuration
  } catch (thrown) {
    if (!(thrown instanceof BadYaml)) throw thrown
  }
  return unreadable('unreadable_configuration')
}

const unreadable = (code: string): never =>
  withhold(unread(code, { outcome: 'error', action: list }))
