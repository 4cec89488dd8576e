import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_namespace_lifecycle_plugin',
  title: 'API server enables the NamespaceLifecycle admission plugin',
  description:
    'Reads whether the NamespaceLifecycle admission plugin is enabled, which rejects objects in namespaces that do not exist or are being deleted.',
  risk: 'Objects that are created in a namespace during its deletion can remain. Users can delete the namespaces default and kube-system with all their objects.',
  decision:
    'Passes unless --disable-admission-plugins disables NamespaceLifecycle or the older --admission-control omits it, because it is enabled by default. Fails if one of them disables it.',
  fix: {
    text: 'Remove NamespaceLifecycle from --disable-admission-plugins.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, remove NamespaceLifecycle from --disable-admission-plugins.',
      'Remove --admission-control if it is set. It disables all plugins that it does not list.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'NamespaceLifecycle', true),
})
