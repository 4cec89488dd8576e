import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_kubelet_cert_auth',
  title: 'API server verifies the certificates of kubelets',
  description:
    'Reads --kubelet-certificate-authority, the CA that the API server uses to verify kubelets when it reads logs or runs commands in pods.',
  risk: 'An attacker between the API server and a node can impersonate the kubelet, and read logs and the input of exec sessions.',
  decision:
    'Passes if --kubelet-certificate-authority names a file. Fails if it is not set, because kubelet certificates are then not verified. Whether kubelets have certificates of that CA is not visible.',
  fix: {
    text: 'First configure every kubelet with a serving certificate of one CA, then start the API server with --kubelet-certificate-authority. In the reverse order, logs, exec and port-forward stop working.',
    ...inManifest(
      'kube-apiserver',
      'Set serverTLSBootstrap: true in the configuration of all kubelets, and approve their kubernetes.io/kubelet-serving certificate requests immediately. Until then, a kubelet does not serve logs or exec.',
      'After every node has such a certificate, set --kubelet-certificate-authority in the command of the container. With kubeadm, the path is /etc/kubernetes/pki/ca.crt.',
    ),
  },
  source: 'https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/kubelet-tls-bootstrapping/'],
  over: 'servers',
  needs: ['kubelet_certificate_authority'],
  judge: ({ name, kubelet_certificate_authority: file }) =>
    file === null
      ? fail(`${name} does not set --kubelet-certificate-authority.`)
      : pass(`${name} verifies the certificates of kubelets with ${file}.`),
})
