import { fail, pass } from '../../../kit/index.ts'
import { strongCipherSuites } from '../cipher-suites.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_strong_ciphers_only',
  title: 'API server offers strong cipher suites only',
  description:
    'Reads --tls-cipher-suites and --tls-min-version: which cipher suites clients of the API server may choose.',
  risk: 'Older suites have known weaknesses or no forward secrecy: who records the traffic may read tokens and Secrets in it later.',
  decision:
    'Passes when every suite of the list is one of the configured strong ones, by default those with authenticated encryption and forward secrecy, or when TLS 1.3 is the least version, whose suites are all strong. Fails when the list has another suite, and without a list, because which suites are then offered depends on the version of Go.',
  fix: {
    text: 'Start the API server with --tls-cipher-suites set to suites with ECDHE and GCM or ChaCha20, or with --tls-min-version=VersionTLS13 where all clients support it.',
    ...inManifest(
      'kube-apiserver',
      'Find out which versions of TLS and which suites your clients support, webhooks and aggregated API servers included.',
      'In the command of the container set --tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  links: ['https://kubernetes.io/docs/tasks/administer-cluster/securing-a-cluster/'],
  over: 'servers',
  needs: ['tls_cipher_suites', 'tls_min_version'],
  config: { apiserver_strong_ciphers: strongCipherSuites },
  judge: ({ name, tls_cipher_suites: suites, tls_min_version: version }, { config }) => {
    if (version === 'VersionTLS13')
      return pass(`${name} speaks TLS 1.3 alone, whose cipher suites are all strong.`)
    if (suites === null)
      return fail(`${name} sets no --tls-cipher-suites, and so offers those of its version of Go.`)
    const weak = suites.filter((suite) => !config.apiserver_strong_ciphers.includes(suite))
    return weak.length > 0
      ? fail(`${name} offers ${listing(weak)}.`)
      : pass(`${name} offers ${listing(suites)}.`)
  },
})
