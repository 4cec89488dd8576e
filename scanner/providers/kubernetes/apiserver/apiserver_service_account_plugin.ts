import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_service_account_plugin',
  title: 'API server enables the ServiceAccount admission plugin',
  description:
    'Reads whether the ServiceAccount admission plugin is enabled, which assigns a service account to each pod and checks that it exists.',
  risk: 'Without the plugin, pods can use service accounts and Secrets that they should not, and pods without a service account have no identity that roles can limit.',
  decision:
    'Passes unless --disable-admission-plugins disables ServiceAccount or the older --admission-control omits it, because it is enabled by default. Fails if a flag disables it.',
  fix: {
    text: 'Remove ServiceAccount from --disable-admission-plugins.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, remove ServiceAccount from --disable-admission-plugins.',
      'Remove --admission-control if it is set. It disables every plugin that it does not list.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/'],
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'ServiceAccount', true),
})
