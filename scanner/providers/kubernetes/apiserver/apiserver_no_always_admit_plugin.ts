import { inManifest } from '../control-plane.ts'
import { pluginFlags, refusesPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_no_always_admit_plugin',
  title: 'API server does not enable the AlwaysAdmit admission plugin',
  description:
    'Reads whether the deprecated AlwaysAdmit admission plugin is enabled, which accepts all objects without a check.',
  risk: 'AlwaysAdmit performs no admission control. If it replaces the plugins that check pods, every pod is accepted.',
  decision:
    'Fails if --enable-admission-plugins or --admission-control includes AlwaysAdmit. Passes if they do not, because the plugin is disabled by default.',
  fix: {
    text: 'Remove AlwaysAdmit from the list of admission plugins.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, remove AlwaysAdmit from --enable-admission-plugins.',
      'Make sure that --disable-admission-plugins does not list a plugin that is enabled by default.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => refusesPlugin(given, 'AlwaysAdmit'),
})
