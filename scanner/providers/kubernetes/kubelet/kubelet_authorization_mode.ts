import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_authorization_mode',
  title: 'Kubelet uses Webhook authorization',
  description:
    'Reads authorization.mode in the KubeletConfiguration that kubeadm provides for new nodes. The value is AlwaysAllow or Webhook.',
  risk: 'With AlwaysAllow, every client that can authenticate to a kubelet, which can include every pod with a service account, can run commands in all containers of its node.',
  decision:
    'Passes for Webhook, or if no mode is set, because Webhook is the default of a configuration file. Fails for AlwaysAllow. MANUAL for any other value, which is not documented. The configuration of a node can differ from the ConfigMap, and is not read.',
  fix: inConfiguration(
    'Set the authorization mode of kubelets to Webhook.',
    'Edit the ConfigMap: in data.kubelet set authorization.mode to Webhook.',
    'Make sure that the kubelet client of the API server is bound to the ClusterRole system:kubelet-api-admin. Otherwise logs and exec fail.',
  ),
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
  links: [reference, reconfigure],
  over: 'configs',
  needs: ['authorization_mode'],
  judge: ({ name, authorization_mode: mode }) => {
    if (mode === 'AlwaysAllow')
      return fail(`${configuration(name)} sets the authorization mode AlwaysAllow.`)
    if (mode === null)
      return pass(
        `${configuration(name)} does not set the authorization mode, which is Webhook by default.`,
      )
    return mode === 'Webhook'
      ? pass(`${configuration(name)} sets the authorization mode Webhook.`)
      : manual(
          `${configuration(name)} sets the authorization mode ${mode.slice(0, 100)}, which is not documented. Check its effect.`,
        )
  },
})
