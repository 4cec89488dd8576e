import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_manage_iptables',
  title: 'Kubelet manages its iptables chains',
  description:
    'Reads makeIPTablesUtilChains in the KubeletConfiguration for new nodes, which makes a kubelet create and repair its iptables rules.',
  risk: 'Without this, the rules can differ from those that kube-proxy and network plugins expect. Traffic is routed incorrectly or dropped.',
  decision:
    'Passes if the setting is true or not set, because the default is true. Fails if it is false. Other programs that change the rules of a node are not evaluated, and a node can differ from the ConfigMap.',
  fix: inConfiguration(
    'Enable management of iptables chains by kubelets.',
    'Edit the ConfigMap: in data.kubelet set makeIPTablesUtilChains to true, or remove it.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['iptables_chains'],
  judge: ({ name, iptables_chains: isManaged }) => {
    if (isManaged === false)
      return fail(`${configuration(name)} disables management of iptables chains by kubelets.`)
    return pass(
      isManaged === null
        ? `${configuration(name)} does not disable management of iptables chains by kubelets, which is enabled by default.`
        : `${configuration(name)} enables management of iptables chains by kubelets.`,
    )
  },
})
