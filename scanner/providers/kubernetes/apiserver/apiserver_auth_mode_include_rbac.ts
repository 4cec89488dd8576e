import { inManifest } from '../control-plane.ts'
import { modeFlags, wantsMode } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_auth_mode_include_rbac',
  title: 'API server authorizes requests with RBAC',
  description:
    'Reads whether --authorization-mode includes RBAC, which authorizes users through roles and bindings.',
  risk: 'Without RBAC, users have either all permissions or permissions from files on the node that are not reviewed.',
  decision:
    'Passes if the list includes RBAC. Fails if it does not, if it also includes AlwaysAllow, or if the flag is not set, because everything is allowed by default. MANUAL if --authorization-config names a file, because its content is not visible.',
  fix: {
    text: 'Create roles and bindings for all users, then start the API server with --authorization-mode=Node,RBAC.',
    ...inManifest(
      'kube-apiserver',
      'Create the roles and bindings that users and workloads need. Requests that no role allows are denied.',
      'In the command of the container, set --authorization-mode=Node,RBAC.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/',
  over: 'servers',
  needs: modeFlags,
  judge: (given) => wantsMode(given, 'RBAC'),
})
