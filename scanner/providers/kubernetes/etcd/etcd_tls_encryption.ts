import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, plainUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_tls_encryption',
  title: 'etcd uses TLS for client connections',
  description:
    'Reads --cert-file, --key-file, --listen-client-urls and --listen-client-http-urls of etcd, or the corresponding variables.',
  risk: 'Without TLS, an attacker on the network can read all traffic between the API server and etcd, including tokens and Secrets.',
  decision:
    'Passes if both files are set and every client URL outside the loopback address uses https. Fails if a file is missing, or if another URL uses http. Whether the certificate is valid is not visible. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Start etcd with --cert-file and --key-file, and use only https URLs for clients, except on the loopback address.',
    ...inManifest(
      'etcd',
      'In the command of the container, set --cert-file and --key-file. With kubeadm, the files are server.crt and server.key in /etc/kubernetes/pki/etcd.',
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
      : pass(`${name} uses the server certificate ${certificate}.`)
  },
})
