import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { withoutTls } from './etcd.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_etcd_cafile_set',
  title: 'API server checks the certificate of etcd',
  description:
    'Reads --etcd-cafile and --etcd-servers: the CA by which the API server makes sure that it talks to the etcd of the cluster.',
  risk: 'An API server that does not know the CA of etcd may hand Secrets to a host that only pretends to be etcd, and take its answers for the state of the cluster.',
  decision:
    'Passes when --etcd-cafile names a file and no URL of --etcd-servers is http. Fails when the file is not given, and when a URL is http, where no certificate is checked. URLs of single resources, in --etcd-servers-overrides, are not read. Whether that CA signs for etcd alone cannot be seen.',
  fix: {
    text: 'Start the API server with --etcd-cafile set to the CA that signed the certificates of etcd.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --etcd-cafile, with kubeadm to /etc/kubernetes/pki/etcd/ca.crt.',
      'Change http to https in --etcd-servers, once etcd serves by TLS.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['etcd_cafile', 'etcd_servers'],
  judge: ({ name, etcd_cafile: file, ...given }) => {
    if (file === null) return fail(`${name} sets no --etcd-cafile.`)
    const plain = withoutTls(given)
    return plain === null
      ? pass(`${name} checks the certificate of etcd with ${file}.`)
      : fail(`${name} ${plain}, where it checks no certificate.`)
  },
})
