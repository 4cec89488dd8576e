import { fail, manual, pass } from '../../../kit/index.ts'
import { secondsOf } from '../duration.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

const hours = 4

export default check({
  id: 'kubelet_streaming_connection_timeout',
  title: 'Kubelet closes idle streaming connections within four hours',
  description:
    'Reads streamingConnectionIdleTimeout in the KubeletConfiguration for new nodes, the maximum idle time of exec, attach and port-forward connections.',
  risk: 'A shell that is left open can be used by anyone with access to the terminal, and idle connections use up ports and memory of the node.',
  decision:
    'Passes for a timeout of up to four hours, and if it is not set or 0, because the kubelet then uses its default of four hours. kubeadm writes 0s. Fails for a longer timeout. MANUAL for a negative value or an invalid duration. Only the setting is evaluated. Newer documentation states that it has no effect, because the container runtime applies a separate timeout that no API shows. A node can differ from the ConfigMap.',
  fix: inConfiguration(
    'Set the timeout of idle connections to between five minutes and four hours.',
    'Edit the ConfigMap: in data.kubelet set streamingConnectionIdleTimeout to 1h, for example, or remove it.',
    'Set the timeout of the container runtime as well. In containerd, the setting is stream_idle_timeout.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['streaming_timeout'],
  judge: ({ name, streaming_timeout: written }) => {
    const seconds = secondsOf(written ?? '0')
    if (seconds === 0)
      return pass(
        `${configuration(name)} uses the default timeout of idle connections, ${hours} hours.`,
      )
    if (seconds === null || seconds < 0)
      return manual(
        `${configuration(name)} sets streamingConnectionIdleTimeout to ${written?.slice(0, 100)}, which is not valid. Check how kubelets handle it.`,
      )
    return seconds > hours * 3_600
      ? fail(
          `${configuration(name)} sets streamingConnectionIdleTimeout to ${written}, more than ${hours} hours.`,
        )
      : pass(`${configuration(name)} sets streamingConnectionIdleTimeout to ${written}.`)
  },
})
