import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inConfigFile, modeFlags, modesOf } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_auth_mode_not_always_allow',
  title: 'API server does not use the AlwaysAllow authorization mode',
  description:
    'Reads whether --authorization-mode includes AlwaysAllow, which allows every authenticated request.',
  risk: 'Every user and every pod with a token can do everything, including reading all Secrets and starting privileged pods on every node.',
  decision:
    'Fails if the list includes AlwaysAllow, or if neither a mode nor a file is set, because the default is AlwaysAllow. Passes for other lists. MANUAL if --authorization-config names a file, because the API does not show it.',
  fix: {
    text: 'Replace AlwaysAllow in --authorization-mode with Node,RBAC.',
    ...inManifest(
      'kube-apiserver',
      'Create roles and bindings for the users of the cluster. Without them, users lose all permissions with the change.',
      'In the command of the container, set --authorization-mode=Node,RBAC, without AlwaysAllow.',
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
      return fail(`${name} does not set --authorization-mode, and allows every request by default.`)
    return modes.includes('AlwaysAllow')
      ? fail(`${name} has AlwaysAllow in --authorization-mode: ${listing(modes)}.`)
      : pass(`${name} uses the authorization modes ${listing(modes)}.`)
  },
})
