import { fail, pass } from '../../../kit/index.ts'
import { strongCipherSuites } from '../cipher-suites.ts'
import { listing } from '../listing.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_strong_ciphers_only',
  title: 'Kubelet offers only strong cipher suites',
  description:
    'Reads tlsCipherSuites and tlsMinVersion in the KubeletConfiguration for new nodes, which determine the cipher suites that a kubelet offers.',
  risk: 'Logs and shell sessions of containers pass through the kubelet. With a weak suite or no forward secrecy, an attacker who records the traffic may decrypt it later.',
  decision:
    'Passes if every suite in the list is a configured strong one (default: suites with authenticated encryption and forward secrecy), or if the minimum version is TLS 1.3. Fails if the list has another suite, or if there is no list, because the Go version of the kubelet then decides. A node can differ from the ConfigMap.',
  fix: inConfiguration(
    'Set the cipher suites that kubelets offer, or set the minimum version to TLS 1.3.',
    'Edit the ConfigMap: in data.kubelet set tlsCipherSuites to a list such as [TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384], or tlsMinVersion to VersionTLS13.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['tls_cipher_suites', 'tls_min_version'],
  config: { kubelet_strong_ciphers: strongCipherSuites },
  judge: ({ name, tls_cipher_suites: suites, tls_min_version: version }, { config }) => {
    if (version === 'VersionTLS13')
      return pass(`${configuration(name)} allows only TLS 1.3, whose cipher suites are all strong.`)
    if (suites === null)
      return fail(
        `${configuration(name)} does not set tlsCipherSuites, so the Go version determines the cipher suites.`,
      )
    const weak = suites.filter((suite) => !config.kubelet_strong_ciphers.includes(suite))
    return weak.length > 0
      ? fail(`${configuration(name)} allows the weak cipher suites ${listing(weak)}.`)
      : pass(`${configuration(name)} allows the cipher suites ${listing(suites)}.`)
  },
})
