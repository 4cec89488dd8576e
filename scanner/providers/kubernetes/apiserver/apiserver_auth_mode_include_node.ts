import { inManifest } from '../control-plane.ts'
import { modeFlags, wantsMode } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_auth_mode_include_node',
  title: 'API server authorizes kubelets with the Node authorizer',
  description:
    'Reads whether --authorization-mode includes Node, which limits each kubelet to the objects that the pods on its node need.',
  risk: 'Without it, kubelets need a role that covers all nodes. An attacker with control of one node can read the Secrets of every pod in the cluster.',
  decision:
    'Passes if the list includes Node. Fails if it does not, if it also includes AlwaysAllow, which makes Node ineffective, or if no mode is set, because the default is AlwaysAllow. MANUAL if --authorization-config names a file, because the file replaces the list and the API does not show it.',
  fix: {
    text: 'Start the API server with --authorization-mode=Node,RBAC, and with the admission plugin NodeRestriction.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --authorization-mode=Node,RBAC.',
      'Before you remove older node roles, make sure that kubelets authenticate as system:node:<node name> in the group system:nodes.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/node/',
  over: 'servers',
  needs: modeFlags,
  judge: (given) => wantsMode(given, 'Node'),
})
