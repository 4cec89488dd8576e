import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_event_rate_limit',
  title: 'API server limits the rate of Events',
  description:
    'Reads whether the EventRateLimit admission plugin is enabled, which limits the number of Events accepted per second.',
  risk: 'A workload that fails in a loop, or an attacker with few permissions, can flood the API server and etcd with Events until other requests fail.',
  decision:
    'Passes if a flag enables EventRateLimit. Fails if no flag does, because the plugin is disabled by default. The limits are in a file that the API does not show, and are not evaluated.',
  fix: {
    text: 'Enable EventRateLimit, and configure its limits.',
    ...inManifest(
      'kube-apiserver',
      'On the node, write an AdmissionConfiguration for EventRateLimit with a Configuration of limits for Server or Namespace.',
      'Mount the file with a hostPath volume, and set --admission-control-config-file to its path. Without it, the API server does not start with the plugin.',
      'In the command of the container, add EventRateLimit to --enable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'EventRateLimit'),
})
