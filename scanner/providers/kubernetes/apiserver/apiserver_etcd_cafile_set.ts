import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { withoutTls } from './etcd.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_etcd_cafile_set',
  title: 'API server verifies the certificate of etcd',
  description:
    'Reads --etcd-cafile and --etcd-servers. The CA file is used to verify the server certificate of etcd.',
  risk: "An API server that does not verify etcd can send Secrets to an attacker's host and accept false cluster state from it.",
  decision:
    'Passes if --etcd-cafile names a file and no URL of --etcd-servers uses http. Fails if the file is not set, or if a URL uses http, for which no certificate is verified. URLs of single resources in --etcd-servers-overrides are not read. Whether the CA signs only for etcd is not visible.',
  fix: {
    text: 'Start the API server with --etcd-cafile set to the CA that signed the certificates of etcd.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --etcd-cafile. With kubeadm, the path is /etc/kubernetes/pki/etcd/ca.crt.',
      'Change http to https in --etcd-servers after TLS is enabled in etcd.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['etcd_cafile', 'etcd_servers'],
  judge: ({ name, etcd_cafile: file, ...given }) => {
    if (file === null) return fail(`${name} does not set --etcd-cafile.`)
    const plain = withoutTls(given)
    return plain === null
      ? pass(`${name} verifies the certificate of etcd with ${file}.`)
      : fail(`${name} ${plain}, and verifies no certificate there.`)
  },
})
