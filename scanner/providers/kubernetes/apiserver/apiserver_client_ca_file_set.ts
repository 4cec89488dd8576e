import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_client_ca_file_set',
  title: 'API server accepts client certificates of a named CA',
  description:
    'Reads --client-ca-file: the CA whose certificates identify users, nodes and parts of the control plane.',
  risk: 'Without client certificates kubelets and the control plane need long-lived tokens to sign in, which are easier to steal and to use from anywhere.',
  decision:
    'Passes when --client-ca-file names a file. Fails when it is not given. Which certificates the CA has signed cannot be seen.',
  fix: {
    text: 'Start the API server with --client-ca-file set to the CA that signs the certificates of nodes and administrators.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --client-ca-file, with kubeadm to /etc/kubernetes/pki/ca.crt.',
      'See that a hostPath volume mounts that folder into the pod.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['client_ca_file'],
  judge: ({ name, client_ca_file: file }) =>
    file === null
      ? fail(`${name} sets no --client-ca-file.`)
      : pass(`${name} checks client certificates with ${file}.`),
})
