import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { withoutTls } from './etcd.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_etcd_tls_config',
  title: 'API server authenticates to etcd with a client certificate',
  description:
    'Reads --etcd-certfile, --etcd-keyfile and --etcd-servers. The API server uses the certificate and key to authenticate to etcd.',
  risk: 'If etcd accepts the API server without a certificate, it accepts other clients too, and exposes all objects of the cluster.',
  decision:
    'Passes if both files are set and no URL of --etcd-servers uses http. Fails if either is missing, or if a URL uses http, for which no certificate is sent. URLs of single resources in --etcd-servers-overrides are not read. A separate check of etcd evaluates whether etcd requires the certificate.',
  fix: {
    text: 'Start the API server with --etcd-certfile and --etcd-keyfile, signed by the CA that etcd trusts.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --etcd-certfile and --etcd-keyfile. With kubeadm, the files are apiserver-etcd-client.crt and apiserver-etcd-client.key in /etc/kubernetes/pki.',
      'Change http to https in --etcd-servers after TLS is enabled in etcd.',
      'Then start etcd with --client-cert-auth=true to require client certificates.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['etcd_certfile', 'etcd_keyfile', 'etcd_servers'],
  judge: ({ name, etcd_certfile: certificate, etcd_keyfile: key, ...given }) => {
    if (certificate === null) return fail(`${name} does not set --etcd-certfile.`)
    if (key === null) return fail(`${name} does not set --etcd-keyfile.`)
    const plain = withoutTls(given)
    return plain === null
      ? pass(`${name} authenticates to etcd with the certificate ${certificate}.`)
      : fail(`${name} ${plain}, and sends no certificate there.`)
  },
})
