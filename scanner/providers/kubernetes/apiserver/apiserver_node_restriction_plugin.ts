import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_node_restriction_plugin',
  title: 'API server enables the NodeRestriction admission plugin',
  description:
    'Reads whether the NodeRestriction admission plugin is enabled, which limits kubelets to their own Node object and the pods bound to it.',
  risk: 'An attacker with control of one node can change the labels of other nodes, attract pods with valuable Secrets, or mark healthy nodes as failed.',
  decision:
    'Passes if a flag enables NodeRestriction. Fails if no flag does, because the plugin is disabled by default. A separate check evaluates the Node authorizer, which the plugin requires.',
  fix: {
    text: 'Enable NodeRestriction together with the Node authorizer.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, add NodeRestriction to --enable-admission-plugins.',
      'Make sure that kubelets authenticate as system:node:<node name> in the group system:nodes. The plugin uses these names to identify kubelets.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/node/'],
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'NodeRestriction'),
})
