import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_authorization_mode',
  title: 'Kubelets ask the API server what a caller may do',
  description:
    'Reads authorization.mode in the KubeletConfiguration that kubeadm has for new nodes: AlwaysAllow, or Webhook, which asks the API server.',
  risk: 'With AlwaysAllow whoever can authenticate to a kubelet, and every pod with a service account may be able to, runs commands in all containers of its node.',
  decision:
    'Passes for Webhook, and when no mode is set, because Webhook is the default of a configuration file. Fails for AlwaysAllow. Another value is none that the documentation knows: MANUAL. What each node really runs with may differ from the ConfigMap, and is not read.',
  fix: inConfiguration(
    'Set the authorization mode of kubelets to Webhook.',
    'Edit the ConfigMap: in data.kubelet set authorization.mode to Webhook.',
    'See to it that the API server’s client for kubelets is bound to the ClusterRole system:kubelet-api-admin, or logs and exec fail.',
  ),
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['authorization_mode'],
  judge: ({ name, authorization_mode: mode }) => {
    if (mode === 'AlwaysAllow')
      return fail(`${configuration(name)} allows everything: AlwaysAllow.`)
    if (mode === null)
      return pass(`${configuration(name)} leaves the authorization mode at its default, Webhook.`)
    return mode === 'Webhook'
      ? pass(`${configuration(name)} sets the authorization mode Webhook.`)
      : manual(
          `${configuration(name)} sets the authorization mode ${mode.slice(0, 100)}; see what it does.`,
        )
  },
})
