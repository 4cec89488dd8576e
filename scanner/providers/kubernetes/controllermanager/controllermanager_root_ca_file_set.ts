import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_root_ca_file_set',
  title: 'Controller manager provides the API server CA to pods',
  description:
    'Reads --root-ca-file of the controller manager, the CA certificate that pods use to verify the API server.',
  risk: 'A pod without the correct CA cannot connect to the API server, or skips verification and can send its token to an attacker.',
  decision:
    'Passes if --root-ca-file names a file. Fails if it does not, because the CA in pods then depends on how the controller manager itself connects. The content of the file is not visible.',
  fix: {
    text: 'Start the controller manager with --root-ca-file set to the CA that signed the certificate of the API server.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set --root-ca-file. With kubeadm, the path is /etc/kubernetes/pki/ca.crt.',
      'Make sure that a hostPath volume mounts the directory of that file into the pod.',
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
      : pass(`${name} provides the CA in ${file} to pods.`),
})
