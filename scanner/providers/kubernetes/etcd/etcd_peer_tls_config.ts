import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, plainUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_peer_tls_config',
  title: 'etcd uses TLS for peer connections',
  description:
    'Reads --peer-cert-file, --peer-key-file and --listen-peer-urls of etcd, or the corresponding variables.',
  risk: 'Members send each other every change of the cluster, including Secrets. Without TLS, an attacker on the network can read and change the traffic.',
  decision:
    'Passes if both files are set and no peer URL outside the loopback address uses http. Fails if a file is missing, or if such a URL accepts peers without TLS. The content of the certificates is not visible. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Start every member with --peer-cert-file and --peer-key-file, and use only https URLs for peers.',
    ...inManifest(
      'etcd',
      'In the command of the container, set --peer-cert-file and --peer-key-file. With kubeadm, the files are peer.crt and peer.key in /etc/kubernetes/pki/etcd.',
      'Change http to https in --listen-peer-urls and --initial-advertise-peer-urls. In an existing cluster, first update the URLs of its members with etcdctl member update.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://etcd.io/docs/latest/op-guide/security/'],
  over: 'members',
  needs: ['peer_cert_file', 'config_file', 'peer_key_file', 'listen_peer_urls'],
  judge: ({
    name,
    config_file: file,
    peer_cert_file: certificate,
    peer_key_file: key,
    listen_peer_urls: urls,
  }) => {
    if (file !== null) return inFile(name, file)
    if (certificate === null || key === null) {
      const missing = certificate === null ? '--peer-cert-file' : '--peer-key-file'
      return fail(`${name} is started without ${missing}.`)
    }
    const plain = plainUrls(urls ?? defaultUrls.peer)
    return plain.length > 0
      ? fail(`${name} listens for peers without TLS in --listen-peer-urls: ${listing(plain)}.`)
      : pass(`${name} uses the peer certificate ${certificate}.`)
  },
})
