import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_deny_service_external_ips',
  title: 'API server enables the DenyServiceExternalIPs admission plugin',
  description:
    'Reads whether the DenyServiceExternalIPs admission plugin is enabled, which rejects new externalIPs in Services.',
  risk: 'A user who can create a Service can claim any address with externalIPs and intercept traffic of other pods (CVE-2020-8554).',
  decision:
    'Passes if a flag enables DenyServiceExternalIPs. Fails if no flag does, because the plugin is disabled by default. Policies and webhooks that reject external addresses are not evaluated.',
  fix: {
    text: 'Enable DenyServiceExternalIPs once no Service needs externalIPs. Existing externalIPs of Services are kept.',
    ...inManifest(
      'kube-apiserver',
      'List the Services with spec.externalIPs, and use a load balancer or a Gateway for those that need an address.',
      'In the command of the container, add DenyServiceExternalIPs to --enable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'DenyServiceExternalIPs'),
})
