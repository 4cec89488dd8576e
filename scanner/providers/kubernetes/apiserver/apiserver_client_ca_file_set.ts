import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_client_ca_file_set',
  title: 'API server has a client CA configured',
  description:
    'Reads --client-ca-file, the CA whose client certificates identify users, nodes and control plane components.',
  risk: 'Without client certificates, kubelets and control plane components need long-lived tokens, which are easier to steal and can be used from anywhere.',
  decision:
    'Passes if --client-ca-file names a file. Fails if it is not set. The certificates that the CA has signed are not visible.',
  fix: {
    text: 'Start the API server with --client-ca-file set to the CA that signs the certificates of nodes and administrators.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --client-ca-file. With kubeadm, the path is /etc/kubernetes/pki/ca.crt.',
      'Make sure that a hostPath volume mounts that directory into the pod.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['client_ca_file'],
  judge: ({ name, client_ca_file: file }) =>
    file === null
      ? fail(`${name} does not set --client-ca-file.`)
      : pass(`${name} verifies client certificates with ${file}.`),
})
