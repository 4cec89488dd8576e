import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_manage_iptables',
  title: 'Kubelets look after their own iptables chains',
  description:
    'Reads makeIPTablesUtilChains in the KubeletConfiguration for new nodes: whether a kubelet makes and repairs the iptables rules that it answers for.',
  risk: 'Rules that nobody looks after drift from what kube-proxy and network plugins build on: traffic goes where it should not, or is lost.',
  decision:
    'Passes when the setting is true, and when it is not set, as true is the default. Fails when it is false. What else changes the rules of a node is not looked at, and a single node may differ from the ConfigMap.',
  fix: inConfiguration(
    'Let kubelets make their iptables chains.',
    'Edit the ConfigMap: in data.kubelet set makeIPTablesUtilChains to true, or remove it.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['iptables_chains'],
  judge: ({ name, iptables_chains: isManaged }) => {
    if (isManaged === false)
      return fail(`${configuration(name)} has kubelets leave their iptables chains alone.`)
    return pass(
      isManaged === null
        ? `${configuration(name)} leaves iptables chains to kubelets, as by default.`
        : `${configuration(name)} leaves iptables chains to kubelets.`,
    )
  },
})
