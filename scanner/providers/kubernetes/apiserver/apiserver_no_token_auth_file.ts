import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_no_token_auth_file',
  title: 'API server has no file of static tokens',
  description: 'Reads whether --token-auth-file names a file with tokens of users.',
  risk: 'Tokens in such a file are plain text, never expire, and are only changed by starting the API server again: one that leaks stays valid.',
  decision:
    'Passes when --token-auth-file is not given. Fails when it is, whatever the file holds.',
  fix: {
    text: 'Let users sign in by client certificates or OpenID Connect, and remove --token-auth-file.',
    ...inManifest(
      'kube-apiserver',
      'Give everyone whose token is in the file another way to sign in.',
      'In the command of the container remove --token-auth-file, and delete the file on the node.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['token_auth_file'],
  judge: ({ name, token_auth_file: file }) =>
    file === null
      ? pass(`${name} has no --token-auth-file.`)
      : fail(`${name} accepts the tokens in ${file}.`),
})
