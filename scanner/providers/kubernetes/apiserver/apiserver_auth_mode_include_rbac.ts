import { inManifest } from '../control-plane.ts'
import { modeFlags, wantsMode } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_auth_mode_include_rbac',
  title: 'Requests are authorized by RBAC',
  description:
    'Reads --authorization-mode for RBAC, by which roles and bindings decide what a user may do.',
  risk: 'Where roles do not decide, rights are all or nothing, or lie in files on the node that nobody reviews.',
  decision:
    'Passes when RBAC is in the list. Fails when it is not, when AlwaysAllow is in it too, and without the flag, because everything is allowed by default. What a file in --authorization-config lists cannot be seen and is left to people.',
  fix: {
    text: 'Start the API server with --authorization-mode=Node,RBAC once roles and bindings for all users are there.',
    ...inManifest(
      'kube-apiserver',
      'Create the roles and bindings that users and workloads need: what no role allows is refused.',
      'In the command of the container set --authorization-mode=Node,RBAC.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/',
  over: 'servers',
  needs: modeFlags,
  judge: (given) => wantsMode(given, 'RBAC'),
})
