import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, plainUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_peer_tls_config',
  title: 'Members of etcd talk to each other by TLS',
  description:
    'Reads --peer-cert-file, --peer-key-file and --listen-peer-urls of etcd, or the variables of the same names.',
  risk: 'Members send each other every change of the cluster, Secrets among them: without TLS each host on the way can read it, and change it.',
  decision:
    'Passes when both files are named and no URL for peers but one on the loopback address is http. Fails when a file is missing or such a URL lets peers in without TLS. What the certificates hold cannot be seen. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Give every member --peer-cert-file and --peer-key-file, and listen for peers by https alone.',
    ...inManifest(
      'etcd',
      'In the command of the container set --peer-cert-file and --peer-key-file, with kubeadm to peer.crt and peer.key in /etc/kubernetes/pki/etcd.',
      'Change http to https in --listen-peer-urls and --initial-advertise-peer-urls; a cluster that exists also has to update the URLs of its members first, by etcdctl member update.',
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
      ? fail(
          `${name} listens for other members without TLS, by --listen-peer-urls: ${listing(plain)}.`,
        )
      : pass(`${name} shows other members the certificate ${certificate}.`)
  },
})
