import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_service_account_private_key_file',
  title: 'Controller manager signs service account tokens with a dedicated key',
  description:
    'Reads --service-account-private-key-file of the controller manager, the private key that signs the tokens in service account Secrets.',
  risk: 'Without a dedicated key, service account Secrets get no token, or a key with another purpose signs them and cannot be rotated separately.',
  decision:
    'Passes if --service-account-private-key-file names a file. Fails if it is not set. Whether the API server verifies tokens with the matching public key is not visible.',
  fix: {
    text: 'Start the controller manager with --service-account-private-key-file set to the private key that matches --service-account-key-file of the API server.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set --service-account-private-key-file. With kubeadm, the path is /etc/kubernetes/pki/sa.key.',
      'Make sure that the pod mounts the file, and that --service-account-key-file of the API server names its public key.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/',
  links: [
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  ],
  over: 'managers',
  needs: ['service_account_private_key_file'],
  judge: ({ name, service_account_private_key_file: file }) =>
    file === null
      ? fail(`${name} is started without --service-account-private-key-file.`)
      : pass(`${name} signs service account tokens with ${file}.`),
})
