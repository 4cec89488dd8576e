import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, plainUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_tls_encryption',
  title: 'Clients reach etcd by TLS alone',
  description:
    'Reads --cert-file, --key-file, --listen-client-urls and --listen-client-http-urls of etcd, or the variables of the same names.',
  risk: 'All that the API server writes to etcd and reads there crosses the network as plain text, tokens and Secrets too, for whoever listens.',
  decision:
    'Passes when both files are named and every URL for clients that is not on the loopback address is https. Fails when a file is missing or another URL is http. Whether the certificate is sound cannot be seen. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Give etcd --cert-file and --key-file, and listen for clients by https alone, the loopback address excepted.',
    ...inManifest(
      'etcd',
      'In the command of the container set --cert-file and --key-file, with kubeadm to server.crt and server.key in /etc/kubernetes/pki/etcd.',
      'Change http to https in --listen-client-urls, --listen-client-http-urls and --advertise-client-urls, and in --etcd-servers of the API server.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://etcd.io/docs/latest/op-guide/security/'],
  over: 'members',
  needs: ['cert_file', 'config_file', 'key_file', 'listen_client_http_urls', 'listen_client_urls'],
  judge: ({
    name,
    config_file: file,
    cert_file: certificate,
    key_file: key,
    listen_client_http_urls: others,
    listen_client_urls: urls,
  }) => {
    if (file !== null) return inFile(name, file)
    if (certificate === null || key === null) {
      const missing = certificate === null ? '--cert-file' : '--key-file'
      return fail(`${name} is started without ${missing}.`)
    }
    const plain = plainUrls([...(urls ?? defaultUrls.client), ...(others ?? [])])
    return plain.length > 0
      ? fail(`${name} listens for clients without TLS: ${listing(plain)}.`)
      : pass(`${name} shows clients the certificate ${certificate}.`)
  },
})
