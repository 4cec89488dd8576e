import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_kubelet_cert_auth',
  title: 'API server checks the certificates of kubelets',
  description:
    'Reads --kubelet-certificate-authority: the CA by which the API server verifies kubelets when it fetches logs or runs commands in pods.',
  risk: 'Whoever sits between the API server and a node can pose as its kubelet, read logs and the input of exec, and use what was typed there.',
  decision:
    'Passes when --kubelet-certificate-authority names a file. Fails when it is not given, as the certificates of kubelets are then not verified. Whether kubelets have certificates of that CA cannot be seen here.',
  fix: {
    text: 'First let every kubelet serve with a certificate of one CA, then start the API server with --kubelet-certificate-authority. In the other order logs, exec and port-forward stop working.',
    ...inManifest(
      'kube-apiserver',
      'Set serverTLSBootstrap: true in the configuration of all kubelets, and approve their requests for kubernetes.io/kubelet-serving certificates at once: until then a kubelet serves neither logs nor exec.',
      'Only when every node has such a certificate, set --kubelet-certificate-authority in the command of the container, with kubeadm to /etc/kubernetes/pki/ca.crt.',
    ),
  },
  source: 'https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/kubelet-tls-bootstrapping/'],
  over: 'servers',
  needs: ['kubelet_certificate_authority'],
  judge: ({ name, kubelet_certificate_authority: file }) =>
    file === null
      ? fail(`${name} sets no --kubelet-certificate-authority.`)
      : pass(`${name} checks the certificates of kubelets with ${file}.`),
})
