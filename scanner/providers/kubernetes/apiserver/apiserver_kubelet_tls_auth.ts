import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_kubelet_tls_auth',
  title: 'API server authenticates to kubelets with a client certificate',
  description:
    'Reads --kubelet-client-certificate and --kubelet-client-key, which the API server uses to authenticate to kubelets.',
  risk: 'If kubelets accept the API server without a certificate, any client that reaches their port can run commands in every pod.',
  decision:
    'Passes if both the certificate and the key are set. Fails if one of them is missing. Kubelet checks evaluate whether kubelets reject anonymous requests.',
  fix: {
    text: 'Start the API server with --kubelet-client-certificate and --kubelet-client-key, signed by the CA that kubelets use as clientCAFile.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set both flags. With kubeadm, the files are apiserver-kubelet-client.crt and apiserver-kubelet-client.key in /etc/kubernetes/pki.',
      'Make sure that the user of the certificate has access to nodes/proxy. Otherwise kubelets with webhook authorization deny its requests.',
    ),
  },
  source: 'https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['kubelet_client_certificate', 'kubelet_client_key'],
  judge: ({ name, kubelet_client_certificate: certificate, kubelet_client_key: key }) => {
    if (certificate === null) return fail(`${name} does not set --kubelet-client-certificate.`)
    if (key === null) return fail(`${name} does not set --kubelet-client-key.`)
    return pass(`${name} authenticates to kubelets with the certificate ${certificate}.`)
  },
})
