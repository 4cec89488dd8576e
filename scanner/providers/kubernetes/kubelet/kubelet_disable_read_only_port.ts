import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_disable_read_only_port',
  title: 'Kubelet has no read-only port',
  description:
    'Reads readOnlyPort in the KubeletConfiguration for new nodes, a port (often 10255) that responds without authentication.',
  risk: 'Anyone who can reach the port can read the specs of all pods on the node, including names, images, addresses and values of environment variables.',
  decision:
    'Passes if the port is 0 or not set, because a configuration file has no read-only port by default. Fails for any other port. MANUAL for a negative number, which is not a valid port. Only the ConfigMap for new nodes is read. The flags of single kubelets are not visible.',
  fix: inConfiguration(
    'Disable the read-only port, and read metrics from the authenticated port.',
    'Change clients of port 10255, such as an old metrics agent, to port 10250 with a service account that can get nodes/metrics.',
    'Edit the ConfigMap: in data.kubelet set readOnlyPort to 0, or remove it.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['read_only_port'],
  judge: ({ name, read_only_port: port }) => {
    if (port === null)
      return pass(
        `${configuration(name)} does not set a read-only port, which is disabled by default.`,
      )
    if (port < 0)
      return manual(
        `${configuration(name)} sets the read-only port ${port}, which is not valid. Check how kubelets handle it.`,
      )
    return port === 0
      ? pass(`${configuration(name)} disables the read-only port.`)
      : fail(`${configuration(name)} opens the read-only port ${port}.`)
  },
})
