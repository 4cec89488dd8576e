import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inConfigFile, modeFlags, modesOf } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_auth_mode_not_always_allow',
  title: 'API server does not allow every request',
  description:
    'Reads whether --authorization-mode has AlwaysAllow, which lets each request pass that is authenticated.',
  risk: 'Every user and every pod with a token may do everything, from reading all Secrets to starting privileged pods on each node.',
  decision:
    'Fails when the list has AlwaysAllow, and when neither modes nor a file are given, since AlwaysAllow is the default then. Passes for other lists. The file of --authorization-config is not shown by the API and is left to people.',
  fix: {
    text: 'Replace AlwaysAllow in --authorization-mode by Node,RBAC.',
    ...inManifest(
      'kube-apiserver',
      'Create roles and bindings for those who use the cluster, or they lose all rights with the change.',
      'In the command of the container set --authorization-mode=Node,RBAC, without AlwaysAllow.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/authorization/',
  over: 'servers',
  needs: modeFlags,
  judge: (given) => {
    const { name, authorization_mode: set } = given
    const modes = modesOf(given)
    if (typeof modes === 'string') return inConfigFile(name, modes)
    if (set === null)
      return fail(`${name} sets no --authorization-mode, and so allows every request by default.`)
    return modes.includes('AlwaysAllow')
      ? fail(`${name} has AlwaysAllow in --authorization-mode: ${listing(modes)}.`)
      : pass(`${name} authorizes by ${listing(modes)}.`)
  },
})
