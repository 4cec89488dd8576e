import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_service_account_key_file_set',
  title: 'API server verifies service account tokens with a dedicated key',
  description:
    'Reads --service-account-key-file and --service-account-signing-endpoint, which provide the keys that verify service account tokens.',
  risk: 'Without the flag, tokens are verified with the key of the TLS certificate. It cannot be rotated without invalidating all tokens, and an attacker who steals it can create tokens.',
  decision:
    'Passes if --service-account-key-file names at least one file, or if an external signer provides the keys. Fails if neither is set. The keys in the files are not visible.',
  fix: {
    text: 'Start the API server with --service-account-key-file set to the public key of the pair that signs tokens.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --service-account-key-file. With kubeadm, the path is /etc/kubernetes/pki/sa.pub.',
      'Make sure that --service-account-signing-key-file names the private key of the same pair.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/'],
  over: 'servers',
  needs: ['service_account_key_file', 'service_account_signing_endpoint'],
  judge: ({ name, service_account_key_file: files, service_account_signing_endpoint: signer }) => {
    if (files !== null)
      return pass(`${name} verifies service account tokens with ${listing(files)}.`)
    return signer === null
      ? fail(`${name} does not set --service-account-key-file.`)
      : pass(`${name} gets the keys for service account tokens from the signer ${signer}.`)
  },
})
