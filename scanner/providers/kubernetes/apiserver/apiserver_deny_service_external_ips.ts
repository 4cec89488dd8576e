import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_deny_service_external_ips',
  title: 'Services may not claim external IP addresses',
  description:
    'Reads whether the admission plugin DenyServiceExternalIPs is on, which refuses new values in externalIPs of Services.',
  risk: 'Who may create a Service can claim any address by externalIPs and receive what other pods send there: the known flaw CVE-2020-8554.',
  decision:
    'Passes when DenyServiceExternalIPs is enabled by flag. Fails when it is not, since it is off by default. Policies or webhooks that refuse external addresses are not looked at.',
  fix: {
    text: 'Enable DenyServiceExternalIPs once no Service needs externalIPs any more; Services that have some keep them.',
    ...inManifest(
      'kube-apiserver',
      'List Services with spec.externalIPs, and give those that need an address a load balancer or a Gateway.',
      'In the command of the container add DenyServiceExternalIPs to the list of --enable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'DenyServiceExternalIPs'),
})
