import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_service_account_private_key_file',
  title: 'Controller manager signs tokens with a key for service accounts',
  description:
    'Reads --service-account-private-key-file of the controller manager: the private key with which tokens in Secrets of service accounts are signed.',
  risk: 'Without a key of its own for tokens, Secrets of service accounts get none, or a key with another purpose is used for them and cannot be rotated alone.',
  decision:
    'Passes when --service-account-private-key-file names a file. Fails when it is not given. Whether the API server checks tokens with the matching public key cannot be seen.',
  fix: {
    text: 'Start the controller manager with --service-account-private-key-file set to the key pair that the API server has in --service-account-key-file.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set --service-account-private-key-file, with kubeadm to /etc/kubernetes/pki/sa.key.',
      'See that the pod mounts the file, and that --service-account-key-file of the API server names its public key.',
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
      : pass(`${name} signs tokens of service accounts with ${file}.`),
})
