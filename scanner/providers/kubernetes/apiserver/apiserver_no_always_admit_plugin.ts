import { inManifest } from '../control-plane.ts'
import { pluginFlags, refusesPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_no_always_admit_plugin',
  title: 'API server does not use the plugin AlwaysAdmit',
  description:
    'Reads whether the deprecated admission plugin AlwaysAdmit is enabled, which accepts everything and checks nothing.',
  risk: 'AlwaysAdmit in the list looks like admission control and is none: where it stands in place of the plugins that check pods, everything is let in.',
  decision:
    'Fails when AlwaysAdmit is in --enable-admission-plugins or --admission-control. Passes when it is not, as it is off by default.',
  fix: {
    text: 'Remove AlwaysAdmit from the list of admission plugins.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container remove AlwaysAdmit from --enable-admission-plugins.',
      'Check that no plugin that is on by default is named in --disable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => refusesPlugin(given, 'AlwaysAdmit'),
})
