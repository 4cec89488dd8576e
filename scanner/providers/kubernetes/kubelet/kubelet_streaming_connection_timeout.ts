import { fail, manual, pass } from '../../../kit/index.ts'
import { secondsOf } from '../duration.ts'
import { check } from './resources.ts'
import { configuration, inConfiguration, reconfigure, reference } from './texts.ts'

const hours = 4

export default check({
  id: 'kubelet_streaming_connection_timeout',
  title: 'Timeout of idle connections to containers is four hours at most',
  description:
    'Reads streamingConnectionIdleTimeout in the KubeletConfiguration for new nodes: how long an exec, attach or port-forward connection may be idle.',
  risk: 'A shell in a container that was left open waits for whoever gets at the terminal, and connections that nobody ends use up ports and memory of the node.',
  decision:
    'Passes for a time of up to four hours, and when it is not set or 0, because the kubelet then uses its default of four hours; kubeadm writes 0s. Fails for a longer time. A negative time, or what is no duration, is left to people as MANUAL. The setting alone is judged: newer documentation calls it without effect, because the container runtime ends such connections by a timeout of its own, which no API shows. A node may differ from the ConfigMap.',
  fix: inConfiguration(
    'Let idle connections end after five minutes to four hours.',
    'Edit the ConfigMap: in data.kubelet set streamingConnectionIdleTimeout to 1h for example, or remove it.',
    'Set the timeout of the container runtime too, stream_idle_timeout in the configuration of containerd.',
  ),
  source: reference,
  links: [reconfigure],
  over: 'configs',
  needs: ['streaming_timeout'],
  judge: ({ name, streaming_timeout: written }) => {
    const seconds = secondsOf(written ?? '0')
    if (seconds === 0)
      return pass(
        `${configuration(name)} leaves the timeout of idle connections at its default, ${hours} hours.`,
      )
    if (seconds === null || seconds < 0)
      return manual(
        `${configuration(name)} sets streamingConnectionIdleTimeout to ${written?.slice(0, 100)}; see what kubelets make of it.`,
      )
    return seconds > hours * 3_600
      ? fail(
          `${configuration(name)} sets streamingConnectionIdleTimeout to ${written}, which is more than ${hours} hours.`,
        )
      : pass(`${configuration(name)} sets streamingConnectionIdleTimeout to ${written}.`)
  },
})
