import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { withoutTls } from './etcd.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_etcd_tls_config',
  title: 'API server shows etcd a client certificate',
  description:
    'Reads --etcd-certfile, --etcd-keyfile and --etcd-servers: the certificate and key with which the API server signs in at etcd.',
  risk: 'An etcd that the API server reaches without a certificate lets others in as well, and with it all objects of the cluster.',
  decision:
    'Passes when both files are named and no URL of --etcd-servers is http. Fails when either is missing, and when a URL is http, where no certificate is shown. URLs of single resources, in --etcd-servers-overrides, are not read. Whether etcd asks for the certificate is judged by a check of etcd.',
  fix: {
    text: 'Start the API server with --etcd-certfile and --etcd-keyfile, signed by the CA that etcd trusts.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --etcd-certfile and --etcd-keyfile, with kubeadm to apiserver-etcd-client.crt and apiserver-etcd-client.key in /etc/kubernetes/pki.',
      'Change http to https in --etcd-servers, once etcd serves by TLS.',
      'Then have etcd ask for certificates by --client-cert-auth=true.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['etcd_certfile', 'etcd_keyfile', 'etcd_servers'],
  judge: ({ name, etcd_certfile: certificate, etcd_keyfile: key, ...given }) => {
    if (certificate === null) return fail(`${name} sets no --etcd-certfile.`)
    if (key === null) return fail(`${name} sets no --etcd-keyfile.`)
    const plain = withoutTls(given)
    return plain === null
      ? pass(`${name} shows etcd the certificate ${certificate}.`)
      : fail(`${name} ${plain}, where it shows no certificate.`)
  },
})
