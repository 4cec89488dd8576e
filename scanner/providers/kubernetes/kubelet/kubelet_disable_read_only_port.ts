import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

export default check({
  id: 'kubelet_disable_read_only_port',
  title: 'Kubelets have no read-only port',
  description:
    'Reads readOnlyPort in the KubeletConfiguration for new nodes: a port, by custom 10255, that answers everybody without asking who it is.',
  risk: 'Whoever reaches the port reads the specs of all pods of the node, and in them names, images, addresses and what was written into environment variables.',
  decision:
    'Passes when the port is 0, and when it is not set, because a configuration file then has none. Fails for another port. A negative number is no port: MANUAL. Read from the ConfigMap for new nodes; the flag of a single kubelet is not seen.',
  fix: inConfiguration(
    'Turn off the read-only port, and let monitoring read metrics from the authenticated port.',
    'Point what reads port 10255, such as an old metrics agent, to port 10250 with a service account that may get nodes/metrics.',
    'Edit the ConfigMap: in data.kubelet set readOnlyPort to 0, or remove it.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['read_only_port'],
  judge: ({ name, read_only_port: port }) => {
    if (port === null)
      return pass(`${configuration(name)} sets no read-only port, and there is none by default.`)
    if (port < 0)
      return manual(
        `${configuration(name)} sets the read-only port ${port}; see what kubelets make of it.`,
      )
    return port === 0
      ? pass(`${configuration(name)} turns the read-only port off.`)
      : fail(`${configuration(name)} opens the read-only port ${port}.`)
  },
})
