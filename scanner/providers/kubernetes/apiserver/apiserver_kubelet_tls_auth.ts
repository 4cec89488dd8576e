import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_kubelet_tls_auth',
  title: 'API server shows kubelets a client certificate',
  description:
    'Reads --kubelet-client-certificate and --kubelet-client-key, with which the API server signs in at kubelets.',
  risk: 'Kubelets that the API server can use without a certificate run commands in every pod for whoever else reaches their port.',
  decision:
    'Passes when certificate and key are both named. Fails when one of them is missing. Whether kubelets refuse anonymous requests is checked with the kubelets.',
  fix: {
    text: 'Start the API server with --kubelet-client-certificate and --kubelet-client-key, of the CA that kubelets have as clientCAFile.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set both flags, with kubeadm to apiserver-kubelet-client.crt and apiserver-kubelet-client.key in /etc/kubernetes/pki.',
      'See that the user of the certificate may use nodes/proxy, or kubelets that authorize by webhook refuse it.',
    ),
  },
  source: 'https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['kubelet_client_certificate', 'kubelet_client_key'],
  judge: ({ name, kubelet_client_certificate: certificate, kubelet_client_key: key }) => {
    if (certificate === null) return fail(`${name} sets no --kubelet-client-certificate.`)
    if (key === null) return fail(`${name} sets no --kubelet-client-key.`)
    return pass(`${name} shows kubelets the certificate ${certificate}.`)
  },
})
