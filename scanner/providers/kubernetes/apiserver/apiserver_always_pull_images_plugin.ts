import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_always_pull_images_plugin',
  title: 'API server enables the AlwaysPullImages admission plugin',
  description:
    'Reads whether the AlwaysPullImages admission plugin is enabled, which makes every pod pull its images again with its own credentials.',
  risk: 'Any pod on a node can run a private image that is already cached there, even if its owner cannot pull the image.',
  decision:
    'Passes if a flag enables AlwaysPullImages. Fails if no flag does, because the plugin is disabled by default. Namespaces where a webhook or policy has the same effect are not evaluated.',
  fix: {
    text: 'Enable AlwaysPullImages. Each container start then sends a request to the registry, so pods do not start while the registry is unavailable.',
    ...inManifest(
      'kube-apiserver',
      'Make sure that all nodes can reach the registries, and that the registries can handle a request for each container start.',
      'In the command of the container, add AlwaysPullImages to --enable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'AlwaysPullImages'),
})
