import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_service_account_plugin',
  title: 'Every pod runs as a service account that exists',
  description:
    'Reads whether the admission plugin ServiceAccount is on, which gives each pod a service account and checks that it exists.',
  risk: 'Without the plugin pods may name service accounts and Secrets that they should not, and pods without one have no identity that a role could limit.',
  decision:
    'Passes unless ServiceAccount is turned off by --disable-admission-plugins, or missing from the older --admission-control: it is on by default. Fails when a flag turns it off.',
  fix: {
    text: 'Remove ServiceAccount from --disable-admission-plugins.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container remove ServiceAccount from --disable-admission-plugins.',
      'Remove --admission-control if it is there: it turns off each plugin that it does not name.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/'],
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'ServiceAccount', true),
})
