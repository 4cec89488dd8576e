import { inManifest } from '../control-plane.ts'
import { modeFlags, wantsMode } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_auth_mode_include_node',
  title: 'Kubelets are authorized by the Node authorizer',
  description:
    'Reads --authorization-mode for Node, the authorizer that knows which objects a kubelet needs for the pods of its node.',
  risk: 'Without it kubelets need a role that covers all nodes: whoever takes one node over reads the Secrets of every pod in the cluster.',
  decision:
    'Passes when the list has Node. Fails when it does not, when it has AlwaysAllow too, beside which Node decides nothing, and when no mode is given, as AlwaysAllow is the default then. A file in --authorization-config takes the place of the list and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Start the API server with --authorization-mode=Node,RBAC, and with the admission plugin NodeRestriction.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --authorization-mode=Node,RBAC.',
      'See that kubelets sign in as system:node followed by their name, in the group system:nodes, before the older roles of nodes are removed.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/node/',
  over: 'servers',
  needs: modeFlags,
  judge: (given) => wantsMode(given, 'Node'),
})
