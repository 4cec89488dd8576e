import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_node_restriction_plugin',
  title: 'Kubelets may change their own node only',
  description:
    'Reads whether the admission plugin NodeRestriction is on, which limits kubelets to their own Node and to pods bound to it.',
  risk: 'Who takes over one node can change the labels of others, draw pods with valuable Secrets to itself, or mark healthy nodes as broken.',
  decision:
    'Passes when NodeRestriction is enabled by flag. Fails when it is not, since it is off unless named. The Node authorizer, which it needs, is judged by another check.',
  fix: {
    text: 'Enable NodeRestriction beside the Node authorizer.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container add NodeRestriction to the list of --enable-admission-plugins.',
      'See that kubelets sign in as system:node followed by their name, in the group system:nodes: the plugin knows them by it.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/node/'],
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'NodeRestriction'),
})
