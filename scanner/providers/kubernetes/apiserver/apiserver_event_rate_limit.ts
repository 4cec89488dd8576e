import { inManifest } from '../control-plane.ts'
import { pluginFlags, wantsPlugin } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_event_rate_limit',
  title: 'Requests to store Events are limited',
  description:
    'Reads whether the admission plugin EventRateLimit is on, which limits how many Events are accepted in a second.',
  risk: 'A workload that fails in a loop, or an attacker with few rights, can flood the API server and etcd with Events until others are not served.',
  decision:
    'Passes when EventRateLimit is enabled by flag. Fails when it is not, since it is off by default. The limits stand in a file that the API does not show and are not judged.',
  fix: {
    text: 'Enable EventRateLimit together with a configuration of its limits.',
    ...inManifest(
      'kube-apiserver',
      'Write an AdmissionConfiguration that names EventRateLimit with a Configuration of limits, for Server or Namespace, to the node.',
      'Mount the file by a hostPath volume, and name it in --admission-control-config-file: without it the plugin keeps the API server from starting.',
      'In the command of the container add EventRateLimit to the list of --enable-admission-plugins.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/',
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => wantsPlugin(given, 'EventRateLimit'),
})
