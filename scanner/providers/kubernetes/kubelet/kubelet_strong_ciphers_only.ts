import { fail, pass } from '../../../kit/index.ts'
import { strongCipherSuites } from '../cipher-suites.ts'
import { listing } from '../listing.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_strong_ciphers_only',
  title: 'Kubelets offer strong cipher suites only',
  description:
    'Reads tlsCipherSuites and tlsMinVersion in the KubeletConfiguration for new nodes: which cipher suites clients of a kubelet may choose.',
  risk: 'Through the kubelet go logs and shells of containers. With a weak suite, or one without forward secrecy, who records the traffic may read them later.',
  decision:
    'Passes when every suite of the list is among the configured strong ones, by default those with authenticated encryption and forward secrecy, or when TLS 1.3 is the least version. Fails when the list has another suite, and when there is no list, because the version of Go that built the kubelet then decides. A single node may differ from the ConfigMap.',
  fix: inConfiguration(
    'Name the cipher suites that kubelets may offer, or make TLS 1.3 the least version.',
    'Edit the ConfigMap: in data.kubelet set tlsCipherSuites to a list such as [TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384], or tlsMinVersion to VersionTLS13.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['tls_cipher_suites', 'tls_min_version'],
  config: { kubelet_strong_ciphers: strongCipherSuites },
  judge: ({ name, tls_cipher_suites: suites, tls_min_version: version }, { config }) => {
    if (version === 'VersionTLS13')
      return pass(
        `${configuration(name)} allows TLS 1.3 alone, whose cipher suites are all strong.`,
      )
    if (suites === null)
      return fail(
        `${configuration(name)} names no cipher suites, and leaves them to the version of Go.`,
      )
    const weak = suites.filter((suite) => !config.kubelet_strong_ciphers.includes(suite))
    return weak.length > 0
      ? fail(`${configuration(name)} allows ${listing(weak)}.`)
      : pass(`${configuration(name)} allows ${listing(suites)}.`)
  },
})
