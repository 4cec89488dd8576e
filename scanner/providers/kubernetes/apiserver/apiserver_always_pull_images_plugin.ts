import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_always_pull_images_plugin',
  title: 'Images are pulled each time, with the credentials of the pod',
  description:
    'Reads whether the admission plugin AlwaysPullImages is on, which makes every pod pull its images anew.',
  risk: 'An image from a private registry that lies on a node can be started there by any pod, also by one whose owner has no right to pull it.',
  decision:
    'Passes when AlwaysPullImages is enabled by flag. Fails when it is not, as it is off by default. Namespaces that a webhook or policy treats alike are not looked at.',
  fix: {
    text: 'Enable AlwaysPullImages. Each start of a container then asks the registry, so that pods do not start while it cannot be reached.',
    ...inManifest(
      'kube-apiserver',
      'See that the registries can be reached from all nodes and bear a request for each start of a container.',
      'In the command of the container add AlwaysPullImages to the list of --enable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'AlwaysPullImages'),
})
