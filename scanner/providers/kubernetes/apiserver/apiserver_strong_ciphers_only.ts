import { fail, pass } from '../../../kit/index.ts'
import { strongCipherSuites } from '../cipher-suites.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_strong_ciphers_only',
  title: 'API server offers only strong cipher suites',
  description:
    'Reads --tls-cipher-suites and --tls-min-version, which determine the cipher suites that the API server offers.',
  risk: 'Older suites have known weaknesses or no forward secrecy. An attacker who records the traffic may decrypt tokens and Secrets later.',
  decision:
    'Passes if every suite in the list is a configured strong one (default: suites with authenticated encryption and forward secrecy), or if the minimum version is TLS 1.3, whose suites are all strong. Fails if the list has another suite, or if there is no list, because the default suites then depend on the Go version.',
  fix: {
    text: 'Start the API server with --tls-cipher-suites set to suites with ECDHE and GCM or ChaCha20, or with --tls-min-version=VersionTLS13 where all clients support it.',
    ...inManifest(
      'kube-apiserver',
      'Find out which TLS versions and suites your clients support, including webhooks and aggregated API servers.',
      'In the command of the container, set --tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  links: ['https://kubernetes.io/docs/tasks/administer-cluster/securing-a-cluster/'],
  over: 'servers',
  needs: ['tls_cipher_suites', 'tls_min_version'],
  config: { apiserver_strong_ciphers: strongCipherSuites },
  judge: ({ name, tls_cipher_suites: suites, tls_min_version: version }, { config }) => {
    if (version === 'VersionTLS13')
      return pass(`${name} accepts only TLS 1.3, whose cipher suites are all strong.`)
    if (suites === null)
      return fail(
        `${name} does not set --tls-cipher-suites, and offers the default suites of its Go version.`,
      )
    const weak = suites.filter((suite) => !config.apiserver_strong_ciphers.includes(suite))
    return weak.length > 0
      ? fail(`${name} offers the weak cipher suites ${listing(weak)}.`)
      : pass(`${name} offers the cipher suites ${listing(suites)}.`)
  },
})
