import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_no_token_auth_file',
  title: 'API server does not use a static token file',
  description: 'Reads whether --token-auth-file names a file with user tokens.',
  risk: 'The tokens in the file are plain text, never expire and change only when the API server restarts. A leaked token stays valid.',
  decision:
    'Passes if --token-auth-file is not set. Fails if it is set, regardless of the content of the file.',
  fix: {
    text: 'Authenticate users with client certificates or OpenID Connect, and remove --token-auth-file.',
    ...inManifest(
      'kube-apiserver',
      'Give every user in the file another authentication method.',
      'In the command of the container, remove --token-auth-file, and delete the file on the node.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['token_auth_file'],
  judge: ({ name, token_auth_file: file }) =>
    file === null
      ? pass(`${name} does not set --token-auth-file.`)
      : fail(`${name} accepts the tokens in ${file}.`),
})
