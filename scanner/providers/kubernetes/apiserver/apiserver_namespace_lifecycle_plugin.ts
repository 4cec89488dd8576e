import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_namespace_lifecycle_plugin',
  title: 'Objects are refused in namespaces that are being deleted',
  description:
    'Reads whether the admission plugin NamespaceLifecycle is on, which refuses objects in namespaces that do not exist or are being deleted.',
  risk: 'Objects that are created in a namespace while it is deleted outlive it, and the namespaces default and kube-system could be deleted with all that is in them.',
  decision:
    'Passes unless NamespaceLifecycle is turned off by --disable-admission-plugins, or left out of the older --admission-control: it is on by default. Fails when one of them turns it off.',
  fix: {
    text: 'Remove NamespaceLifecycle from --disable-admission-plugins.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container remove NamespaceLifecycle from --disable-admission-plugins.',
      'If --admission-control is there, remove it: it names every plugin that is on, and all others are off.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'NamespaceLifecycle', true),
})
