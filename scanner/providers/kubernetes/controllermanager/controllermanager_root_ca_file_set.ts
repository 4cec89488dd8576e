import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_root_ca_file_set',
  title: 'Pods are given the CA of the API server',
  description:
    'Reads --root-ca-file of the controller manager: the CA certificate that is handed to pods, with which they check that they talk to the API server.',
  risk: 'A pod without the right CA either cannot reach the API server or stops checking its certificate, and then sends its token to whoever answers.',
  decision:
    'Passes when --root-ca-file names a file. Fails when it does not: what pods are given then depends on how the controller manager itself connects. What the file holds cannot be seen.',
  fix: {
    text: 'Start the controller manager with --root-ca-file set to the CA that signed the certificate of the API server.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set --root-ca-file, with kubeadm to /etc/kubernetes/pki/ca.crt.',
      'See that a hostPath volume mounts the folder of that file into the pod.',
    ),
  },
  source:
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/'],
  over: 'managers',
  needs: ['root_ca_file'],
  judge: ({ name, root_ca_file: file }) =>
    file === null
      ? fail(`${name} is started without --root-ca-file.`)
      : pass(`${name} hands pods the CA of ${file}.`),
})
