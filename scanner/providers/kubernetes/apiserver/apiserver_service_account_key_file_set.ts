import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_service_account_key_file_set',
  title: 'Tokens of service accounts are checked with a key of their own',
  description:
    'Reads --service-account-key-file and --service-account-signing-endpoint: where the keys come from that tokens of service accounts are verified with.',
  risk: 'Without the flag the key of the TLS certificate verifies tokens: it cannot be changed without making all tokens invalid, and who steals it can make tokens too.',
  decision:
    'Passes when --service-account-key-file names at least one file, or when an external signer gives the keys. Fails when neither is given. Which keys the files hold cannot be seen.',
  fix: {
    text: 'Start the API server with --service-account-key-file set to the public key of the pair that signs tokens.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --service-account-key-file, with kubeadm to /etc/kubernetes/pki/sa.pub.',
      'See that --service-account-signing-key-file names the private key of the same pair.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/'],
  over: 'servers',
  needs: ['service_account_key_file', 'service_account_signing_endpoint'],
  judge: ({ name, service_account_key_file: files, service_account_signing_endpoint: signer }) => {
    if (files !== null)
      return pass(`${name} verifies tokens of service accounts with ${listing(files)}.`)
    return signer === null
      ? fail(`${name} sets no --service-account-key-file.`)
      : pass(`${name} takes the keys for tokens of service accounts from the signer ${signer}.`)
  },
})
